/** Switches triggers on and off, and deletes them. */
import { db, type Db } from "@/lib/kernel/database/db";
import { enqueue } from "@/lib/kernel/jobs/queue";
import type { Origin } from "@/lib/kernel/process/log";
import { now } from "@/lib/kernel/time/clock";
import { recordEvent } from "@/lib/webhooks/events/record-event";
import { REMOVE_HOOK, type RemovedHook } from "../provider/hooks";
import { configOf, requireTrigger, type Trigger } from "./require-trigger";
import { enableTrigger } from "./upsert-trigger";

/** Why this server switches a trigger off. */
export type DisabledReason = "connection_expired" | "subscription_auth_failure" | "polling_failure";

/**
 * @param enabled whether it is switched on
 * @throws ApiError NotFound; as `enableTrigger`
 */
export async function switchTrigger(projectId: string, id: string, enabled: boolean, on: Origin): Promise<void> {
  const trigger = await requireTrigger(projectId, id);
  if (enabled) return void (await enableTrigger(trigger, on));
  // A caller's word replaces a reason of ours: what is switched off by hand stays off.
  await db.triggerInstance.updateMany({
    where: { projectId, id },
    data: {
      disabledAt: trigger.disabledAt ?? now(),
      disabledReason: null,
      pollAt: null,
      leaseUntil: null,
      leaseOwner: null,
    },
  });
}

/** Disables a trigger, and reports the reason to its project; does nothing if it is disabled already. */
export async function disableFor(
  tx: Db,
  trigger: Trigger,
  reason: DisabledReason,
  error: string | null,
): Promise<void> {
  const { id, projectId } = trigger;
  const disabledAt = now();
  const { count } = await tx.triggerInstance.updateMany({
    where: { projectId, id, disabledAt: null },
    data: { disabledAt, disabledReason: reason, pollAt: null, ...(error !== null && { lastError: error }) },
  });
  if (count === 0) return;
  await recordEvent(tx, projectId, {
    type: "composio.trigger.disabled",
    about: {
      connectedAccountId: trigger.accountId,
      authConfigId: trigger.authConfigId,
      userId: trigger.userId,
      toolkitSlug: trigger.toolkitSlug,
    },
    payload: {
      id,
      connected_account_id: trigger.accountId,
      trigger_name: trigger.slug,
      user_id: trigger.userId,
      trigger_config: configOf(trigger),
      disabled_at: disabledAt.toISOString(),
      disabled_reason: reason,
    },
  });
}

/** Deletes a trigger with its own endpoint, and has its hook taken away. */
export async function forgetTrigger(tx: Db, trigger: Trigger): Promise<void> {
  const { id, projectId, endpointId, hookId, hookFacts: facts, slug, version, accountId } = trigger;
  await tx.triggerInstance.deleteMany({ where: { projectId, id } });
  if (endpointId) await tx.webhookEndpoint.deleteMany({ where: { projectId, id: endpointId, clientId: null } });
  if (!hookId) return;
  const removed: RemovedHook = { projectId, slug, version, accountId, hookId, facts, config: configOf(trigger) };
  await enqueue(tx, REMOVE_HOOK, removed);
}

/** @throws ApiError NotFound */
export async function deleteTrigger(projectId: string, id: string): Promise<void> {
  const trigger = await requireTrigger(projectId, id);
  await db.$transaction((tx) => forgetTrigger(tx, trigger));
}

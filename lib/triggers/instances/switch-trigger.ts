/** Switches triggers on and off, and deletes them. */
import { findTriggerType } from "@/lib/catalog/read/find-trigger-type";
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { enqueue } from "@/lib/kernel/jobs/queue";
import type { Origin } from "@/lib/kernel/process/log";
import { now } from "@/lib/kernel/time/clock";
import { recordEvent } from "@/lib/webhooks/events/record-event";
import { REMOVE_HOOK, type RemovedHook } from "../provider/hooks";
import { configOf, requireTrigger, type Trigger } from "./require-trigger";
import { assertEgressUrl, changeEgressUrl } from "./change-egress-url";
import { changePolling, type PollingOptions } from "./polling-options";
import { enableTrigger } from "./upsert-trigger";

/** Why this server switches a trigger off. */
export type DisabledReason = "connection_expired" | "subscription_auth_failure" | "polling_failure";

export type TriggerChange = {
  polling?: PollingOptions | undefined;
  egressUrl?: string | null | undefined;
  /** Whose account the caller takes it to be of. */
  userId?: string | undefined;
};

/**
 * Changes how a trigger is polled and where its events are sent; whether it is enabled stays.
 * @throws ApiError NotFound, also for a type that no longer exists; BadRequest for another user's trigger and for a URL
 *   that nothing is sent to; Unprocessable as `toPollingColumns`
 */
export async function changeTrigger(
  projectId: string,
  id: string,
  { polling, egressUrl, userId }: TriggerChange,
): Promise<void> {
  const trigger = await requireTrigger(projectId, id);
  if (userId !== undefined && userId !== trigger.userId)
    throw new ApiError("BadRequest", "user_id: the account of this trigger is another user's.");
  assertEgressUrl(egressUrl);
  const type = polling === undefined ? undefined : await findTriggerType(trigger.slug, trigger.version);
  if (polling !== undefined && !type)
    throw new ApiError("NotFound", `There is no trigger type ${trigger.slug} any more.`);
  await db.$transaction(async (tx) => {
    if (type && polling !== undefined) await changePolling(tx, trigger, type, polling);
    if (egressUrl !== undefined) await changeEgressUrl(tx, trigger, egressUrl);
  });
}

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

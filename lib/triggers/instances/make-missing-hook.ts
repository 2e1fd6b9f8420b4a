/** Makes the hook of a trigger that has none yet: one that was copied from another project. */
import { findTriggerType } from "@/lib/catalog/read/find-trigger-type";
import type { TriggerType } from "@/lib/catalog/trigger-type";
import { requireResolved } from "@/lib/connected-accounts/accounts/accounts";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { env } from "@/lib/kernel/process/env";
import type { Origin } from "@/lib/kernel/process/log";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { lockSecrets, sealSecrets, type EndpointSecrets } from "../endpoints/endpoints";
import { firstSecret, hookOf, keepSecret, REMOVE_HOOK, type RemovedHook } from "../provider/hooks";
import { openAsking, type ProviderClient } from "../provider/open-asking";
import { choosesSecret, listOwnHooks, makeOrTakeHook, takeSecret } from "../provider/list-own-hooks";
import { configOf, type Trigger } from "./require-trigger";

/** Whether nothing ever comes to a trigger, because its provider does not know its address. */
export const lacksHook = (type: TriggerType, { hookId, endpointId }: Trigger): boolean =>
  type.kind === "webhook" &&
  !type.needsEndpoint &&
  endpointId !== null &&
  hookId === null &&
  hookOf(type) !== undefined;

/**
 * The secret of the trigger's endpoint, which is made if it has none. One that the provider chose for an earlier hook
 * is of no use.
 */
const prepareSecret = async (
  type: TriggerType,
  { projectId, endpointId }: Trigger,
  { values }: ProviderClient,
): Promise<EndpointSecrets> => {
  const id = endpointId ?? "";
  if (choosesSecret(type)) return { fields: (await takeSecret(type, projectId, id)).fields };
  return db.$transaction(async (tx) => {
    const before = await lockSecrets(tx, projectId, id);
    if (before.secret !== undefined) return before;
    const secrets = { ...firstSecret(type, values), fields: before.fields };
    await tx.webhookEndpoint.updateMany({
      where: { projectId, id },
      data: { secrets: sealSecrets(projectId, id, secrets) },
    });
    return secrets;
  });
};

/** Longer than a hook takes. Meanwhile its time of renewal is that of the claim. */
export const HOOK_SECONDS = 120;

/**
 * Claims the work on a hook: two requests that made it at the same time would take away each other's. Returns when the
 * claim ends; undefined if the trigger has a hook meanwhile, or is deleted.
 * @throws ApiError Conflict while another request has the claim
 */
async function claimHook({ projectId, id }: Trigger): Promise<Date | undefined> {
  const claimedUntil = inSeconds(HOOK_SECONDS);
  const { count } = await db.triggerInstance.updateMany({
    where: { projectId, id, hookId: null, OR: [{ hookRenewAt: null }, { hookRenewAt: { lte: now() } }] },
    data: { hookRenewAt: claimedUntil },
  });
  if (count > 0) return claimedUntil;
  if ((await db.triggerInstance.count({ where: { projectId, id, hookId: null } })) === 0) return undefined;
  throw new ApiError("Conflict", "Another request creates the hook of this trigger.", {
    suggestedFix: "Try again in two minutes.",
  });
}

async function makeClaimedHook(trigger: Trigger, type: TriggerType, on: Origin): Promise<void> {
  const { id, projectId, slug, version, accountId } = trigger;
  const endpointId = trigger.endpointId ?? "";
  const providerClient = await openAsking(projectId, await requireResolved(projectId, accountId), on);
  const { secret } = await prepareSecret(type, trigger, providerClient);
  const config = configOf(trigger);
  const place = { endpointId, secret, config };
  const hooks = await listOwnHooks(type, place, providerClient);
  const hook = await makeOrTakeHook(trigger, type, { place, hooks, on }, providerClient);
  if (hook.secret !== undefined) await keepSecret(projectId, endpointId, hook.secret);
  const { hookId } = hook;
  const { count } = await db.triggerInstance.updateMany({
    where: { projectId, id, hookId: null },
    data: { hookId, hookUrl: env().publicUrl, hookRenewAt: null },
  });
  if (count > 0) return;
  const row = await db.triggerInstance.findFirst({ where: { projectId, id }, select: { hookId: true } });
  if (row?.hookId === hookId) return;
  // Somebody else made one at the same time, or deleted the trigger, so nothing needs this hook.
  const removed: RemovedHook = { projectId, slug, version, accountId, hookId, config };
  await enqueue(db, REMOVE_HOOK, removed);
}

/**
 * Makes the hook of a trigger that lacks it, and does nothing for others.
 * @throws ApiError BadRequest for a provider that refuses the hook, NotFound if the account is gone, Conflict while
 *   another request makes it
 */
export async function makeMissingHook(trigger: Trigger, on: Origin): Promise<void> {
  const { id, projectId, slug, version } = trigger;
  const type = await findTriggerType(slug, version);
  if (!type || !lacksHook(type, trigger)) return;
  const hookRenewAt = await claimHook(trigger);
  if (hookRenewAt === undefined) return;
  try {
    await makeClaimedHook(trigger, type, on);
  } finally {
    await db.triggerInstance.updateMany({ where: { projectId, id, hookRenewAt }, data: { hookRenewAt: null } });
  }
}

/** Makes hooks again that their provider no longer has, as the example apps of the demo after a restart. */
import { findTriggerType } from "@/lib/catalog/read/find-trigger-type";
import { requireResolved } from "@/lib/connected-accounts/accounts/accounts";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { log, type Origin } from "@/lib/kernel/process/log";
import { now } from "@/lib/kernel/time/clock";
import { lookAtHook } from "../provider/look-at-hook";
import { hookOf, removeHook, type RemovedHook } from "../provider/hooks";
import { renewHook } from "../renewal/renew-hook";
import { makeMissingHook } from "./make-missing-hook";
import { configOf, requireTrigger, type Trigger } from "./require-trigger";

/** Of one project; each costs two requests. */
const MAX_TRIGGERS = 200;

/** Forgets the hook, and when it was to be moved. Returns false if another request has done so. */
async function forgetHook({ projectId, id, hookId }: Trigger): Promise<boolean> {
  const data = { hookId: null, hookRenewAt: null };
  return (await db.triggerInstance.updateMany({ where: { projectId, id, hookId }, data })).count > 0;
}

/** @returns whether the hook was gone and is made again */
async function renewIfGone(trigger: Trigger, on: Origin): Promise<boolean> {
  const { projectId, slug, version, accountId } = trigger;
  const type = await findTriggerType(slug, version);
  if (!type) return false;
  const hook = await lookAtHook(type, trigger, await requireResolved(projectId, accountId), on);
  if (hook?.state !== "gone") return false;
  if (!(await forgetHook(trigger))) return false;
  await makeMissingHook({ ...trigger, hookId: null }, on);
  return true;
}

/**
 * Makes the hook of a trigger again that its provider no longer has, has switched off, or never had. Returns whether it
 * did.
 * @throws ApiError NotFound; Conflict for a disabled trigger, and for one that is only polled; as `makeMissingHook`;
 *   Error for a provider that keeps a hook that it has switched off
 */
export async function renewTriggerHook(projectId: string, triggerId: string, on: Origin): Promise<boolean> {
  const trigger = await requireTrigger(projectId, triggerId);
  if (trigger.disabledAt)
    throw new ApiError("Conflict", "The trigger is disabled.", { suggestedFix: "Enable it to create its hook." });
  if (trigger.pollOnly)
    throw new ApiError("Conflict", "The trigger is only polled.", {
      suggestedFix: 'Set polling.type to "webhook" to have its provider report.',
    });
  const { id, slug, version, accountId, hookId } = trigger;
  const type = await findTriggerType(slug, version);
  if (!type) return false;
  if (hookOf(type)?.ends) {
    await db.triggerInstance.updateMany({ where: { projectId, id }, data: { hookRenewAt: now(), hookEndsAt: null } });
    await renewHook({ projectId, id }, on);
    const { hookId: newHookId, hookError } = await requireTrigger(projectId, id);
    if (hookError !== null) throw new ApiError("BadRequest", `The hook was not created. ${hookError}`);
    return newHookId !== null;
  }
  if (hookId !== null) {
    const hook = await lookAtHook(type, trigger, await requireResolved(projectId, accountId), on);
    if (hook?.state !== "gone" && hook?.state !== "off") return false;
    const removed: RemovedHook = { projectId, slug, version, accountId, hookId, config: configOf(trigger) };
    // Before the next hook is made: the same URL would have it taken in place of a new hook.
    if (hook.state === "off") await removeHook(type, removed, on);
    if (!(await forgetHook(trigger))) return false;
  }
  await makeMissingHook({ ...trigger, hookId: null }, on);
  return (await requireTrigger(projectId, triggerId)).hookId !== null;
}

/** Renews hooks of enabled triggers, and returns how many. A trigger whose provider refuses is logged and left. */
export async function renewGoneHooks(projectId: string, on: Origin): Promise<number> {
  const triggers = await db.triggerInstance.findMany({
    where: { projectId, hookId: { not: null }, disabledAt: null },
    orderBy: { id: "asc" },
    take: MAX_TRIGGERS,
  });
  let renewed = 0;
  for (const trigger of triggers)
    try {
      if (await renewIfGone(trigger, on)) renewed += 1;
    } catch (error) {
      log.warn(on, "the hook of a trigger could not be made again", { trigger: trigger.id, error });
    }
  return renewed;
}

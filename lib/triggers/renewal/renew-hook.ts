/** The job that makes or renews the hook of a trigger that is polled, and moves hooks to another URL of this server. */
import { z } from "zod";
import { findTriggerType } from "@/lib/catalog/read/find-trigger-type";
import type { HookEnd, TriggerType } from "@/lib/catalog/trigger-type";
import { requireResolved } from "@/lib/connected-accounts/accounts/accounts";
import { db } from "@/lib/kernel/database/db";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { env } from "@/lib/kernel/process/env";
import { log, type Origin } from "@/lib/kernel/process/log";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { lockSecrets, newEndpointId, sealSecrets } from "../endpoints/endpoints";
import { endpointOfApp, findOwner } from "../instances/endpoint-of-app";
import { configOf, type Trigger } from "../instances/require-trigger";
import { pollSoon } from "../polling/poll-soon";
import { canReport, toProviderUrl } from "../provider/can-report";
import { createHook, firstSecret, type HookEndpoint, hookOf, type MadeHook, prolongHook } from "../provider/hooks";
import { openAsking, type ProviderClient } from "../provider/open-asking";
import { renewHookSoon } from "./schedule-hook-renewals";
import { recordHookFailure, removeLater, toReason } from "./record-hook-failure";
import { planHookRenewal } from "./plan-hook-renewal";
import { moveHook } from "./move-hook";

/** No other process works on a hook for so long. */
const CLAIM_SECONDS = 600;
/**
 * A server that providers cannot reach, and a type that has no hook in the version of its trigger, are looked at again
 * after so long.
 */
const UNREACHABLE_SECONDS = 86_400;

const Payload = z.object({ projectId: z.string(), id: z.string() });

const CLAIM = statement({
  name: "triggers.claim-hook",
  text: `UPDATE trigger_instance SET hook_renew_at = $3 WHERE project_id = $1 AND id = $2
    AND disabled_at IS NULL AND NOT poll_only AND hook_renew_at <= $4 RETURNING id`,
  columns: { id: "text" },
});

/** Where reports to a trigger come, before its hook is made. */
type Place = HookEndpoint & { ownerKey: string | null; isOwn: boolean };

/** The endpoint of the account's app, which a person has set up. @throws ApiError BadRequest without one */
async function findSharedPlace(trigger: Trigger, type: TriggerType, providerClient: ProviderClient): Promise<Place> {
  const { projectId } = trigger;
  const config = configOf(trigger);
  const endpointId = await endpointOfApp(projectId, type, providerClient);
  const ownerKey = await findOwner(type, config, providerClient);
  const { secret, fields } = await db.$transaction((tx) => lockSecrets(tx, projectId, endpointId));
  return { endpointId, secret, fields, config, ownerKey, isOwn: false };
}

/** The trigger's own endpoint, which is created if it has none. */
async function prepareOwnPlace(trigger: Trigger, type: TriggerType, providerClient: ProviderClient): Promise<Place> {
  const { id, projectId, toolkitSlug, endpointId: earlierId } = trigger;
  const place = { config: configOf(trigger), ownerKey: null, isOwn: true };
  if (earlierId !== null) {
    const { secret } = await db.$transaction((tx) => lockSecrets(tx, projectId, earlierId));
    if (secret !== undefined) return { ...place, endpointId: earlierId, secret };
  }
  const [endpointId, secrets] = [newEndpointId(), firstSecret(type, providerClient.values)];
  const sealed = sealSecrets(projectId, endpointId, secrets);
  await db.$transaction(async (tx) => {
    await tx.webhookEndpoint.create({ data: { id: endpointId, projectId, toolkitSlug, secrets: sealed } });
    // The row comes before the hook, because a provider can report before it has answered.
    await tx.triggerInstance.updateMany({ where: { id, projectId, pollOnly: false }, data: { endpointId } });
  });
  return { ...place, endpointId, secret: secrets.secret };
}

const preparePlace = (trigger: Trigger, type: TriggerType, providerClient: ProviderClient): Promise<Place> =>
  Object.keys(type.run.ingress?.setup ?? {}).length > 0
    ? findSharedPlace(trigger, type, providerClient)
    : prepareOwnPlace(trigger, type, providerClient);

/** Stores a hook that was made or renewed. What came while there was none is found by a poll. */
async function storeHook(
  trigger: Trigger,
  end: HookEnd,
  { endpointId, ownerKey, isOwn }: Place,
  { hookId, facts, endsAt }: MadeHook,
): Promise<void> {
  const { id, projectId, hookId: earlierId, hookRenewAt: claimedUntil } = trigger;
  const wasThere = trigger.hookEndsAt !== null && trigger.hookEndsAt > now();
  const values = {
    endpointId,
    ownerKey,
    hookId,
    hookUrl: env().publicUrl,
    ...(facts && { hookFacts: facts as object }),
  };
  const hookRenewAt = endsAt && planHookRenewal(end, endsAt, now());
  await db.$transaction(async (tx) => {
    const isClaimed = await tx.triggerInstance.updateMany({
      where: { id, projectId, hookRenewAt: claimedUntil },
      data: { ...values, hookEndsAt: endsAt, hookRenewAt, hookFailures: 0, hookError: null },
    });
    // Whoever wants the hook looked at meanwhile wrote another time, which stays.
    const { count } =
      isClaimed.count > 0
        ? isClaimed
        : await tx.triggerInstance.updateMany({ where: { id, projectId, pollOnly: false }, data: values });
    if (isClaimed.count === 0 && count > 0) await renewHookSoon(tx, trigger);
    const isReplaced = earlierId !== null && earlierId !== hookId;
    if (count === 0) {
      // The trigger was deleted meanwhile, or is only polled from now on; the hook that it knew is taken away.
      await removeLater(tx, trigger, hookId, facts);
      if (isOwn) await tx.webhookEndpoint.deleteMany({ where: { projectId, id: endpointId } });
    } else if (isReplaced && !end.shared) await removeLater(tx, trigger, earlierId, trigger.hookFacts);
    if (count > 0 && !wasThere) await pollSoon(tx, trigger);
  });
}

/** Renews the hook of a trigger that is polled, or makes another one. */
async function makeOrRenew(
  trigger: Trigger,
  type: TriggerType,
  end: HookEnd,
  providerClient: ProviderClient,
): Promise<void> {
  const place = await preparePlace(trigger, type, providerClient);
  const { hookId, hookFacts: facts, hookEndsAt } = trigger;
  const isThere = hookId !== null && hookEndsAt !== null && hookEndsAt > now();
  const endsAt = isThere ? await prolongHook(type, place, { hookId, facts }, providerClient) : undefined;
  const hook = isThere && endsAt ? { hookId, endsAt } : await createHook(type, place, providerClient);
  await storeHook(trigger, end, place, hook);
}

async function workOn(trigger: Trigger, type: TriggerType, on: Origin): Promise<void> {
  let words = (text: string): string => text;
  try {
    const account = await requireResolved(trigger.projectId, trigger.accountId);
    const end = hookOf(type)?.ends;
    // Hooks that stay are made with whatever URL the server has, as for a new trigger.
    if (end && !canReport(env().publicUrl, toProviderUrl(account)))
      return await recordHookFailure(
        trigger,
        "Providers report only to an https URL on the internet, and PATCHBAY_PUBLIC_URL is none.",
        UNREACHABLE_SECONDS,
      );
    const providerClient = await openAsking(trigger.projectId, account, on);
    words = providerClient.withoutSecrets;
    if (end) await makeOrRenew(trigger, type, end, providerClient);
    else await moveHook(trigger, type, providerClient, on);
  } catch (error) {
    const reason = toReason(error, words);
    if (reason === undefined) throw error;
    log.info(on, "a hook could not be made or renewed", { trigger: trigger.id, reason });
    await recordHookFailure(trigger, reason);
  }
}

/** The job of the queue. One that comes too early, or while another one works, does nothing. */
export async function renewHook(payload: unknown, on: Origin): Promise<void> {
  const { projectId, id } = Payload.parse(payload);
  const [claim] = await rowsOf(CLAIM, [projectId, id, inSeconds(CLAIM_SECONDS), now()]);
  const trigger = claim && (await db.triggerInstance.findFirst({ where: { projectId, id } }));
  if (!trigger) return;
  const type = await findTriggerType(trigger.slug, trigger.version);
  if (type && hookOf(type)) return workOn(trigger, type, on);
  const hookRenewAt = inSeconds(UNREACHABLE_SECONDS);
  await db.triggerInstance.updateMany({ where: { id, projectId }, data: { hookRenewAt } });
}

/** Moves the hook of a trigger that is not polled to another public URL of this server. */
import type { TriggerType } from "@/lib/catalog/trigger-type";
import { db } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import type { Origin } from "@/lib/kernel/process/log";
import { endpointUrl, lockSecrets } from "../endpoints/endpoints";
import { configOf, type Trigger } from "../instances/require-trigger";
import { keepSecret } from "../provider/hooks";
import type { ProviderClient } from "../provider/open-asking";
import { choosesSecret, listOwnHooks, makeOrTakeHook, type OwnHook, takeSecret } from "../provider/list-own-hooks";
import { removeLater } from "./record-hook-failure";

type EndpointHooks = { endpointId: string; hooks: readonly OwnHook[] };

/** Whether the stored hook already has the current URL, and its secret is known: the URL moved there and back. */
async function isInPlace(
  { projectId, hookId }: Trigger,
  type: TriggerType,
  { endpointId, hooks }: EndpointHooks,
): Promise<boolean> {
  const url = endpointUrl(type.toolkitSlug, endpointId);
  if (!hooks.some((hook) => hook.hookId === hookId && hook.url === url)) return false;
  const { secret } = await db.$transaction((tx) => lockSecrets(tx, projectId, endpointId));
  return secret !== undefined || !choosesSecret(type);
}

/** Makes the hook with the current URL, or takes the hook that a previous attempt has made. Returns its ID. */
async function makeMovedHook(
  trigger: Trigger,
  type: TriggerType,
  { endpointId, hooks }: EndpointHooks,
  providerClient: ProviderClient,
  on: Origin,
): Promise<string> {
  const { projectId } = trigger;
  const { secret } = await takeSecret(type, projectId, endpointId);
  const restore = () => (secret === undefined ? undefined : keepSecret(projectId, endpointId, secret));
  const place = { endpointId, secret, config: configOf(trigger) };
  const hook = await makeOrTakeHook(trigger, type, { place, hooks, on }, providerClient).catch(
    async (error: unknown) => {
      await restore();
      throw error;
    },
  );
  if (hook.secret !== undefined) await keepSecret(projectId, endpointId, hook.secret);
  return hook.hookId;
}

/** @throws ApiError as `createHook`; the earlier hook stays then */
export async function moveHook(
  trigger: Trigger,
  type: TriggerType,
  providerClient: ProviderClient,
  on: Origin,
): Promise<void> {
  const { id, projectId, endpointId, hookId: earlierId } = trigger;
  const done = { hookUrl: env().publicUrl, hookRenewAt: null, hookFailures: 0, hookError: null };
  if (endpointId === null || earlierId === null)
    return void (await db.triggerInstance.updateMany({ where: { projectId, id }, data: done }));
  const hooks = await listOwnHooks(type, { endpointId, config: configOf(trigger) }, providerClient);
  const endpointHooks = { endpointId, hooks };
  const hookId = (await isInPlace(trigger, type, endpointHooks))
    ? earlierId
    : await makeMovedHook(trigger, type, endpointHooks, providerClient, on);
  await db.$transaction(async (tx) => {
    const { count } = await tx.triggerInstance.updateMany({ where: { projectId, id }, data: { ...done, hookId } });
    // Without its trigger, no hook is needed.
    const others = new Set([...hooks.map((hook) => hook.hookId), earlierId, hookId]);
    if (count > 0) others.delete(hookId);
    for (const other of others) await removeLater(tx, trigger, other, null);
  });
}

/**
 * Hooks of a trigger at its provider, also those that nobody stored: the process that made them can have died before
 * it wrote down their IDs. Their URL has the random ID of the trigger's own endpoint.
 */
import { MissingValue, valueAt } from "@/lib/catalog/event-value";
import { listAt } from "@/lib/catalog/list-at";
import type { TriggerType } from "@/lib/catalog/trigger-type";
import { db } from "@/lib/kernel/database/db";
import { OutboundError } from "@/lib/kernel/outbound/send";
import type { Origin } from "@/lib/kernel/process/log";
import { type EndpointSecrets, endpointUrl, lockSecrets, sealSecrets } from "../endpoints/endpoints";
import { configOf, type Trigger } from "../instances/require-trigger";
import { createHook, type HookEndpoint, hookOf, type MadeHook, removeHook } from "./hooks";
import { type ProviderClient, refusalOf } from "./open-asking";

export type OwnHook = { hookId: string; url: string };

/** Whether the provider chooses the secret of each hook. */
export const choosesSecret = ({ run }: TriggerType): boolean =>
  run.ingress?.secret?.from === "answer" || run.ingress?.secret?.from === "handshake";

/** Takes the secret of an endpoint, and leaves it without one if the provider chooses another with each hook. */
export const takeSecret = (type: TriggerType, projectId: string, endpointId: string): Promise<EndpointSecrets> =>
  db.$transaction(async (tx) => {
    const secrets = await lockSecrets(tx, projectId, endpointId);
    const data = { secrets: sealSecrets(projectId, endpointId, { fields: secrets.fields }) };
    if (choosesSecret(type)) await tx.webhookEndpoint.updateMany({ where: { projectId, id: endpointId }, data });
    return secrets;
  });

/** The hooks at a provider that report to an endpoint; none if its API does not list them. */
export async function listOwnHooks(
  type: TriggerType,
  { endpointId, config }: Pick<HookEndpoint, "endpointId" | "config">,
  providerClient: ProviderClient,
): Promise<OwnHook[]> {
  const find = hookOf(type)?.find;
  if (!find) return [];
  try {
    const answer = await providerClient.ask(find.request, { config, connection: providerClient.values });
    if (refusalOf(answer)) return [];
    return (listAt(answer.data, find.items) ?? []).flatMap((item) => {
      const [id, url] = [valueAt(item, find.id), valueAt(item, find.url)];
      const isId = typeof id === "string" || typeof id === "number";
      return isId && typeof url === "string" && url.includes(`/${endpointId}/`) ? [{ hookId: String(id), url }] : [];
    });
  } catch (error) {
    if (error instanceof OutboundError || error instanceof MissingValue) return [];
    throw error;
  }
}

/**
 * Makes the hook of a trigger, or takes the hook that a previous attempt has made with the current URL: many providers
 * refuse a second one. A hook whose secret nobody knows is taken away first.
 * @param hooks those that the provider lists
 * @throws ApiError as `createHook`, Error if a hook cannot be taken away
 */
export async function makeOrTakeHook(
  trigger: Trigger,
  type: TriggerType,
  { place, hooks, on }: { place: HookEndpoint; hooks: readonly OwnHook[]; on: Origin },
  providerClient: ProviderClient,
): Promise<MadeHook> {
  const { projectId, slug, version, accountId } = trigger;
  const url = endpointUrl(type.toolkitSlug, place.endpointId);
  const left = hooks.filter((hook) => hook.url === url);
  const [first] = left;
  if (first && !choosesSecret(type)) return { hookId: first.hookId, endsAt: null };
  for (const { hookId } of left)
    await removeHook(type, { projectId, slug, version, accountId, hookId, config: configOf(trigger) }, on);
  return createHook(type, place, providerClient);
}

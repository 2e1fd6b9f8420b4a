/** The hooks that this server makes at providers, and takes away again. */
import { fillTemplate, MissingValue, valueAt } from "@/lib/catalog/event-value";
import { scopesIn } from "@/lib/catalog/scope-alternatives";
import type { Ingress, TriggerType } from "@/lib/catalog/trigger-type";
import { requireResolved } from "@/lib/connected-accounts/accounts/accounts";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { newToken } from "@/lib/kernel/ids";
import type { JobKind } from "@/lib/kernel/jobs/classes";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { log, type Origin } from "@/lib/kernel/process/log";
import { endpointUrl, lockSecrets, sealSecrets, type EndpointSecrets } from "../endpoints/endpoints";
import { type ProviderClient, openAsking, ProviderRefusal, refusalOf } from "./open-asking";

export const REMOVE_HOOK: JobKind = {
  name: "triggers.remove-hook",
  work: "providers",
  pauses: [30, 300, 3600, 21_600],
};

type Hook = NonNullable<Ingress["hook"]>;

export const hookOf = ({ run }: TriggerType): Hook | undefined => run.hook ?? run.ingress?.hook;

/** The secret that an endpoint has before its hook is made. */
export function firstSecret({ run }: TriggerType, values: Readonly<Record<string, string>>): EndpointSecrets {
  const source = run.ingress?.secret;
  if (source?.from === "generated") return { secret: newToken("whs_"), fields: {} };
  const secret = source?.from === "connection" ? values[source.field] : undefined;
  return { ...(secret && { secret: secret }), fields: {} };
}

const eventsOf = ({ run }: TriggerType, { join }: Hook): unknown =>
  join === undefined ? run.hookEvents : run.hookEvents.join(join);

export type HookEndpoint = { endpointId: string; secret: string | undefined; config: Record<string, unknown> };

/** The scopes of a type for people: `: admin`, or `: a and b, or c`. */
const neededWords = ({ run }: TriggerType): string => {
  const alternatives = (run.scopes ?? []).map((alternative) => scopesIn(alternative).join(" and ")).filter(Boolean);
  return alternatives.length > 0 ? `: ${alternatives.join(", or ")}` : "";
};

const createError = (type: TriggerType, reason: string): ApiError =>
  new ApiError(
    "BadRequest",
    `${type.toolkitSlug} did not accept the hook of ${type.slug}. ${reason.replace(/[\s.]*$/, ".")}`,
    {
      suggestedFix:
        "Check the trigger_config, and that the connected account may manage webhooks there; " +
        `connect it again with the scopes that this needs${neededWords(type)}.`,
    },
  );

/** Values for the places of a hook's requests. */
const scopeOf = (
  type: TriggerType,
  hook: Hook,
  { endpointId, secret, config }: HookEndpoint,
  providerClient: ProviderClient,
) => ({
  config,
  connection: providerClient.values,
  events: eventsOf(type, hook),
  url: endpointUrl(type.toolkitSlug, endpointId),
  secret,
});

/** The answer that a hook needs before it is made, unless the config has it. @throws ProviderRefusal */
async function askBefore({ before }: Hook, { config }: HookEndpoint, providerClient: ProviderClient): Promise<object> {
  const value = before && config[before.unless];
  if (!before || (value !== undefined && value !== "")) return {};
  const answer = await providerClient.ask(before.request, { config, connection: providerClient.values });
  const refusal = refusalOf(answer);
  if (refusal) throw refusal;
  return { answer: answer.data };
}

/**
 * Makes the hook of a trigger at its provider.
 * @returns the provider's id of it, and the secret that the provider has chosen, if it does
 * @throws ApiError BadRequest with the provider's words
 */
export async function createHook(
  type: TriggerType,
  place: HookEndpoint,
  providerClient: ProviderClient,
): Promise<{ hookId: string; secret?: string }> {
  const hook = hookOf(type);
  if (!hook) throw new Error(`${type.slug} has no hook.`);
  try {
    const before = await askBefore(hook, place, providerClient);
    const answer = await providerClient.ask(hook.create, { ...scopeOf(type, hook, place, providerClient), ...before });
    const refusal = refusalOf(answer);
    if (refusal) throw refusal;
    const id = valueAt(answer.data, hook.id);
    if (typeof id !== "string" && typeof id !== "number") throw new ProviderRefusal(answer.status, "It gave no id.");
    const source = type.run.ingress?.secret;
    const secret = source?.from === "answer" ? valueAt(answer.data, source.path) : undefined;
    return { hookId: String(id), ...(typeof secret === "string" && { secret }) };
  } catch (error) {
    if (error instanceof MissingValue) throw createError(type, `${error.way} is missing.`);
    if (error instanceof ProviderRefusal || error instanceof OutboundError)
      throw createError(type, providerClient.withoutSecrets(error.message));
    throw error;
  }
}

/** Keeps the secret that a provider has chosen for an endpoint; one that came with a handshake meanwhile stays. */
export const keepSecret = (projectId: string, endpointId: string, secret: string): Promise<unknown> =>
  db.$transaction(async (tx) => {
    const before = await lockSecrets(tx, projectId, endpointId);
    if (before.secret !== undefined) return;
    const secrets = sealSecrets(projectId, endpointId, { ...before, secret });
    await tx.webhookEndpoint.updateMany({ where: { projectId, id: endpointId }, data: { secrets } });
  });

/** What taking a hook away needs; the trigger itself is gone by then. */
export type RemovedHook = {
  projectId: string;
  slug: string;
  version: string;
  accountId: string;
  hookId: string;
  config: Record<string, unknown>;
};

/** Statuses that mean that there is no such hook any more, or nobody who may ask. */
const GONE_STATUSES = new Set([401, 403, 404, 410]);

/** Takes a hook away. @throws Error to be tried again */
export async function removeHook(
  type: TriggerType,
  { projectId, accountId, hookId, config }: RemovedHook,
  on: Origin,
): Promise<void> {
  const request = hookOf(type)?.delete;
  if (!request) return;
  const account = await requireResolved(projectId, accountId).catch(() => undefined);
  if (account?.status !== "ACTIVE")
    return log.info(on, "a hook stays at its provider, because its account is gone", { hookId });
  const providerClient = await openAsking(projectId, account, on);
  const answer = await providerClient.ask(request, {
    config,
    connection: providerClient.values,
    hook: fillTemplate("{hook}", { hook: hookId }),
  });
  const refusal = refusalOf(answer);
  if (refusal && !GONE_STATUSES.has(refusal.status)) throw new Error(providerClient.withoutSecrets(refusal.message));
}

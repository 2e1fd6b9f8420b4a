/** The hooks that this server makes at providers, and takes away again. */
import { randomUUID } from "node:crypto";
import { fillTemplate, MissingValue, valueAt } from "@/lib/catalog/event-value";
import { scopesIn } from "@/lib/catalog/scope-alternatives";
import type { Hook, HookEnd, TriggerType } from "@/lib/catalog/trigger-type";
import { requireResolved } from "@/lib/connected-accounts/accounts/accounts";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { newToken } from "@/lib/kernel/ids";
import type { JobKind } from "@/lib/kernel/jobs/classes";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { log, type Origin } from "@/lib/kernel/process/log";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { hiderOf } from "@/lib/kernel/text/hide-secrets";
import { isObject } from "@/lib/kernel/text/is-object";
import { secretForms } from "@/lib/kernel/text/secret-forms";
import { endpointUrl, lockSecrets, sealSecrets, type EndpointSecrets } from "../endpoints/endpoints";
import { type ProviderClient, openAsking, ProviderRefusal, refusalOf } from "./open-asking";

export const REMOVE_HOOK: JobKind = {
  name: "triggers.remove-hook",
  work: "providers",
  pauses: [30, 300, 3600, 21_600],
};

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

export type HookEndpoint = {
  endpointId: string;
  secret: string | undefined;
  config: Record<string, unknown>;
  /** The fields that a person has entered for the endpoint of an app. */
  fields?: Readonly<Record<string, string>>;
};

/** A hook as its provider has made it. */
export type MadeHook = {
  hookId: string;
  /** The secret that the provider has chosen, if it does. */
  secret?: string;
  facts?: Record<string, unknown>;
  /** Null for a hook that stays. */
  endsAt: Date | null;
};

const UNIT_MS = { seconds: 1000, milliseconds: 1 } as const;

/** When a hook ends by the answer to its request: at most after the life that is known of it. */
function endOf({ life, at: path, as }: HookEnd, data: unknown): Date {
  const latest = inSeconds(life);
  const value = path === undefined ? undefined : valueAt(data, path);
  const ms = as === "iso" ? Date.parse(String(value)) : Number(value ?? NaN) * UNIT_MS[as];
  return ms > now().getTime() && ms < latest.getTime() ? new Date(ms) : latest;
}

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

/** The end that is asked for, as a text and in milliseconds. */
function endsIn({ life }: HookEnd) {
  const end = inSeconds(life);
  return { ends: end.toISOString(), endsMs: end.getTime() };
}

/** Values for the places of a hook's requests. */
const scopeOf = (
  type: TriggerType,
  hook: Hook,
  { endpointId, secret, config, fields }: HookEndpoint,
  providerClient: ProviderClient,
) => ({
  config,
  connection: providerClient.values,
  events: eventsOf(type, hook),
  url: endpointUrl(type.toolkitSlug, endpointId),
  secret,
  setup: fields,
  fresh: randomUUID(),
  ...(hook.ends && endsIn(hook.ends)),
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

const factsIn = ({ keep }: Hook, data: unknown): Record<string, unknown> | undefined =>
  keep && Object.fromEntries(Object.entries(keep).map(([name, path]) => [name, valueAt(data, path)]));

/** Takes what proves reports out of a provider's words: it can repeat the URL and the secret of a hook. */
const withoutPlace = ({ endpointId, secret }: HookEndpoint, text: string): string =>
  hiderOf([endpointId, secret ?? ""].flatMap(secretForms)).text(text);

/** Makes the hook of a trigger at its provider. @throws ApiError BadRequest with the provider's words */
export async function createHook(
  type: TriggerType,
  place: HookEndpoint,
  providerClient: ProviderClient,
): Promise<MadeHook> {
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
    const facts = factsIn(hook, answer.data);
    return {
      hookId: String(id),
      endsAt: hook.ends ? endOf(hook.ends, answer.data) : null,
      ...(typeof secret === "string" && { secret }),
      ...(facts && { facts }),
    };
  } catch (error) {
    if (error instanceof MissingValue) throw createError(type, `${error.way} is missing.`);
    if (error instanceof ProviderRefusal || error instanceof OutboundError)
      throw createError(type, withoutPlace(place, providerClient.withoutSecrets(error.message)));
    throw error;
  }
}

/** A hook that is there, as later requests name it. */
const heldHook = (hookId: string, facts: unknown) => ({
  hook: fillTemplate("{hook}", { hook: hookId }),
  facts: isObject(facts) ? facts : {},
});

/**
 * Renews a hook that ends. Returns its new end; undefined if another hook must be made, because the provider does not
 * renew, or no longer knows the hook.
 * @throws ProviderRefusal, OutboundError, MissingValue
 */
export async function prolongHook(
  type: TriggerType,
  place: HookEndpoint,
  { hookId, facts }: { hookId: string; facts: unknown },
  providerClient: ProviderClient,
): Promise<Date | undefined> {
  const hook = hookOf(type);
  if (!hook?.ends?.renew) return undefined;
  const values = { ...scopeOf(type, hook, place, providerClient), ...heldHook(hookId, facts) };
  const answer = await providerClient.ask(hook.ends.renew, values);
  if (UNKNOWN_STATUSES.has(answer.status)) return undefined;
  const refusal = refusalOf(answer);
  if (refusal) {
    const { status, message, headers, hasTokenEnded } = refusal;
    throw new ProviderRefusal(status, withoutPlace(place, message), headers, hasTokenEnded);
  }
  return endOf(hook.ends, answer.data);
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
  facts?: unknown;
  config: Record<string, unknown>;
};

/** Statuses that mean that there is no such hook. */
const UNKNOWN_STATUSES = new Set([404, 410]);
/** Statuses that mean that there is no such hook any more, or nobody who may ask. */
const GONE_STATUSES = new Set([401, 403, 404, 410]);

/** Whether another trigger of the account needs the hook that they share. */
const hasOtherHook = async (projectId: string, accountId: string, { toolkitSlug }: TriggerType): Promise<boolean> =>
  (await db.triggerInstance.count({
    where: { projectId, accountId, toolkitSlug, hookId: { not: null }, disabledAt: null },
  })) > 0;

/** Takes a hook away. @throws Error to be tried again */
export async function removeHook(
  type: TriggerType,
  { projectId, accountId, hookId, facts, config }: RemovedHook,
  on: Origin,
): Promise<void> {
  const { delete: request, ends } = hookOf(type) ?? {};
  if (!request || (ends?.shared && (await hasOtherHook(projectId, accountId, type)))) return;
  const account = await requireResolved(projectId, accountId).catch(() => undefined);
  if (account?.status !== "ACTIVE")
    return log.info(on, "a hook stays at its provider, because its account is gone", { hookId });
  const providerClient = await openAsking(projectId, account, on);
  const answer = await providerClient.ask(request, {
    config,
    connection: providerClient.values,
    ...heldHook(hookId, facts),
  });
  const refusal = refusalOf(answer);
  if (refusal && !GONE_STATUSES.has(refusal.status)) throw new Error(providerClient.withoutSecrets(refusal.message));
}

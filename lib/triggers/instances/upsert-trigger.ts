/** Sets up triggers: one for a type, an account and a config. */
import { createHash } from "node:crypto";
import { requireTriggerType } from "@/lib/catalog/read/find-trigger-type";
import type { MissingVersion, VersionChoice } from "@/lib/catalog/read/resolve-version";
import type { TriggerType } from "@/lib/catalog/trigger-type";
import { chooseAccount } from "@/lib/connected-accounts/accounts/choose-account";
import type { ResolvedAccount } from "@/lib/connected-accounts/accounts/accounts";
import { toSentences } from "@/lib/execution/request/argument-problems";
import { db, isUniqueViolation, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { env } from "@/lib/kernel/process/env";
import type { Origin } from "@/lib/kernel/process/log";
import { now } from "@/lib/kernel/time/clock";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import { newEndpointId, sealSecrets } from "../endpoints/endpoints";
import { startPolling } from "../polling/schedule-polls";
import { RENEW_HOOK } from "../renewal/schedule-hook-renewals";
import { type ProviderClient, openAsking } from "../provider/open-asking";
import { createHook, firstSecret, hookOf, keepSecret } from "../provider/hooks";
import { HOOK_SECONDS, lacksHook, makeMissingHook } from "./make-missing-hook";
import { endpointOfApp, findOwner } from "./endpoint-of-app";
import { assertEgressUrl, changeEgressUrl } from "./change-egress-url";
import { isPolled } from "./is-polled";
import { changePolling, type PollingColumns, type PollingOptions, toPollingColumns } from "./polling-options";
import type { Trigger } from "./require-trigger";

export type Upsert = {
  slug: string;
  connectedAccountId?: string | undefined;
  userId?: string | undefined;
  config: Record<string, unknown>;
  /** Without them, a trigger that exists keeps its own. */
  polling?: PollingOptions | undefined;
  egressUrl?: string | null | undefined;
  versions: VersionChoice;
};

/** Longer configs are mistakes. */
const MAX_CONFIG = 20_000;

const inOrder = (value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, item]) => [name, inOrder(item)]),
      )
    : value;

/** The hash by which a config is the same: the order of its names does not count. */
export const hashOf = (config: Record<string, unknown>): string =>
  createHash("sha256")
    .update(JSON.stringify(inOrder(config)))
    .digest("hex");

/** The config with the defaults of its schema. @throws ApiError Unprocessable naming each wrong field */
export function checkedConfig(
  { slug, config: schema }: TriggerType,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, { default?: unknown }>;
  const defaults = Object.entries(properties).flatMap(([name, field]) =>
    field.default === undefined || field.default === null ? [] : [[name, field.default]],
  );
  const entries = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  const config = { ...Object.fromEntries(defaults), ...Object.fromEntries(entries) } as Record<string, unknown>;
  const problems = toSentences(schemaCheck(schema)(config), "trigger_config");
  if (JSON.stringify(config).length > MAX_CONFIG)
    problems.push(`trigger_config: is too long; it may take ${MAX_CONFIG} characters.`);
  const first = problems[0];
  if (first === undefined) return config;
  throw new ApiError("Unprocessable", `Invalid config for ${slug}. ${first}`, {
    errors: problems.slice(0, 20),
    suggestedFix: `GET /api/v3/triggers_types/${slug} shows the schema of its config.`,
  });
}

type New = {
  type: TriggerType;
  account: ResolvedAccount;
  config: Record<string, unknown>;
  configHash: string;
  polling: PollingColumns;
  egressUrl: string | null;
};

const findSame = (projectId: string, { type, account, configHash }: New): Promise<Trigger | null> =>
  db.triggerInstance.findFirst({ where: { projectId, slug: type.slug, accountId: account.id, configHash } });

const rowOf = ({ type, account, config, configHash, polling, egressUrl }: New) => ({
  id: newId("trigger"),
  projectId: account.projectId,
  slug: type.slug,
  toolkitSlug: type.toolkitSlug,
  version: type.version,
  accountId: account.id,
  authConfigId: account.authConfigId,
  userId: account.userId,
  config: config as object,
  configHash,
  ...polling,
  egressUrl,
});

/** A poll begins in the transaction that stores its trigger. Its hook, if it has one, is made by a job. */
async function storePoll(draft: New): Promise<Trigger> {
  const hasHook = hookOf(draft.type) !== undefined && !draft.polling.pollOnly;
  return db.$transaction(async (tx) => {
    const data = { ...rowOf(draft), ...(hasHook && { hookRenewAt: now() }) };
    const { id, projectId } = await tx.triggerInstance.create({ data });
    if (hasHook) await enqueue(tx, RENEW_HOOK, { projectId, id }, { key: id });
    return startPolling(tx, projectId, id);
  });
}

/** Stores a trigger with an endpoint of its own, then makes the hook; without a hook nothing stays. */
async function storeHooked(draft: New, providerClient: ProviderClient): Promise<Trigger> {
  const { type, account, config } = draft;
  const { projectId } = account;
  const endpointId = newEndpointId();
  const secrets = firstSecret(type, providerClient.values);
  // The row comes first, because a provider can call the address before it has responded.
  const trigger = await db.$transaction(async (tx) => {
    await tx.webhookEndpoint.create({
      data: {
        id: endpointId,
        projectId,
        toolkitSlug: type.toolkitSlug,
        secrets: sealSecrets(projectId, endpointId, secrets),
      },
    });
    return tx.triggerInstance.create({ data: { ...rowOf(draft), endpointId } });
  });
  if (!hookOf(type)) return trigger;
  try {
    const { hookId, secret } = await createHook(type, { endpointId, secret: secrets.secret, config }, providerClient);
    if (secret !== undefined) await keepSecret(projectId, endpointId, secret);
    return await db.triggerInstance.update({
      where: { id: trigger.id, projectId },
      data: { hookId, hookUrl: env().publicUrl },
    });
  } catch (error) {
    await db.webhookEndpoint.deleteMany({ where: { projectId, id: endpointId } });
    throw error;
  }
}

async function store(draft: New, on: Origin): Promise<Trigger> {
  const { type, account } = draft;
  if (type.kind === "poll") return storePoll(draft);
  const providerClient = await openAsking(account.projectId, account, on);
  if (!type.needsEndpoint) return storeHooked(draft, providerClient);
  const endpointId = await endpointOfApp(account.projectId, type, providerClient);
  const ownerKey = await findOwner(type, draft.config, providerClient);
  return db.triggerInstance.create({ data: { ...rowOf(draft), endpointId, ownerKey } });
}

/** Whether the process that made a trigger has ended before its hook was there: nothing would ever come to it. */
const isHalfMade = (type: TriggerType, trigger: Trigger): boolean =>
  lacksHook(type, trigger) && now().getTime() - trigger.createdAt.getTime() > HOOK_SECONDS * 1000;

/**
 * The trigger that exists, with its hook. A half-made one is deleted with its endpoint if its provider does not list
 * hooks: one that was made would report everything a second time.
 */
async function findSameWithHook(projectId: string, draft: New, on: Origin): Promise<Trigger | null> {
  const { type } = draft;
  const same = await findSame(projectId, draft);
  if (!same || same.disabledAt || !isHalfMade(type, same)) return same;
  if (hookOf(type)?.find) {
    await makeMissingHook(same, on);
    return same;
  }
  await db.webhookEndpoint.deleteMany({ where: { projectId, id: same.endpointId ?? "", clientId: null } });
  return findSame(projectId, draft);
}

/**
 * Switches a trigger on that is off.
 * @param polled by `isPolled`, which reads the catalog, and so before the transaction
 */
export async function enableIn(tx: Db, trigger: Trigger, polled: boolean): Promise<Trigger> {
  if (!trigger.disabledAt) return trigger;
  const { id, projectId } = trigger;
  const data = { disabledAt: null, disabledReason: null, failures: 0, lastError: null };
  const enabled = await tx.triggerInstance.update({ where: { id, projectId }, data });
  return polled ? startPolling(tx, projectId, id) : enabled;
}

/**
 * Switches a trigger on that is off, and makes its hook if it has none yet.
 * @throws ApiError as `makeMissingHook`
 */
export async function enableTrigger(trigger: Trigger, on: Origin): Promise<Trigger> {
  if (trigger.disabledAt) await makeMissingHook(trigger, on);
  const polled = await isPolled(trigger);
  return db.$transaction((tx) => enableIn(tx, trigger, polled));
}

/** Enables a trigger that exists, with the changes of the request. */
async function enableSame(
  same: Trigger,
  type: TriggerType,
  { polling, egressUrl }: Pick<Upsert, "polling" | "egressUrl">,
  on: Origin,
): Promise<Trigger> {
  await db.$transaction(async (tx) => {
    if (polling !== undefined) await changePolling(tx, same, type, polling);
    if (egressUrl !== undefined) await changeEgressUrl(tx, same, egressUrl);
  });
  return enableTrigger(same, on);
}

/**
 * Sets up a trigger, or enables the existing trigger with the same type, account and config.
 * @throws ApiError NotFound for the type or the account, BadRequest as `chooseAccount` and for a provider that refuses
 *   the hook or a URL that nothing is sent to, Conflict while another request makes its hook, Unprocessable for the
 *   config and the polling options
 */
export async function upsertTrigger(
  projectId: string,
  { slug, connectedAccountId, userId, config: configInput, polling, egressUrl, versions }: Upsert,
  on: Origin,
): Promise<{ trigger: Trigger; missing: MissingVersion[] }> {
  const { type, missing } = await requireTriggerType(projectId, slug, versions);
  const config = checkedConfig(type, configInput);
  const columns = toPollingColumns(type, polling ?? null);
  assertEgressUrl(egressUrl);
  const account = await chooseAccount(projectId, {
    toolkitSlug: type.toolkitSlug,
    ...(userId !== undefined && { userId }),
    ...(connectedAccountId && { connectedAccountId }),
  });
  const draft = { type, account, config, configHash: hashOf(config), polling: columns, egressUrl: egressUrl ?? null };
  const same = await findSameWithHook(projectId, draft, on);
  if (same) return { trigger: await enableSame(same, type, { polling, egressUrl }, on), missing };
  try {
    return { trigger: await store(draft, on), missing };
  } catch (error) {
    // Somebody else made it at the same moment.
    const other = isUniqueViolation(error) ? await findSame(projectId, draft) : null;
    if (!other) throw error;
    return { trigger: other, missing };
  }
}

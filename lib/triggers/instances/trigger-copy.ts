/** Triggers as they are copied to another project: for the account of the same user there, and switched off. */
import { requireTriggerType } from "@/lib/catalog/read/find-trigger-type";
import type { TriggerType } from "@/lib/catalog/trigger-type";
import { findCopiedAccount, type AccountCopy } from "@/lib/connected-accounts/accounts/account-copy";
import { db, type Db } from "@/lib/kernel/database/db";
import type { StoredCopy } from "@/lib/kernel/database/stored-copy";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { newEndpointId, sealSecrets } from "../endpoints/endpoints";
import { type PollingColumns, toPolling, toPollingColumns } from "./polling-options";
import { configOf } from "./require-trigger";
import { checkedConfig, hashOf } from "./upsert-trigger";

export type TriggerCopy = {
  id: string;
  slug: string;
  /** Its account; `authConfigId` is of the project that is exported or imported into. */
  account: Pick<AccountCopy, "id" | "userId" | "toolkitSlug" | "authConfigId">;
  config: Readonly<Record<string, unknown>>;
  /** How it is polled, if somebody chose that. */
  polling?: { type: "webhook" | "poll"; interval: number } | undefined;
};

/** The triggers of a project, in no order. @param most rows */
export async function findTriggerCopies(projectId: string, most: number): Promise<TriggerCopy[]> {
  const rows = await db.triggerInstance.findMany({ where: { projectId }, orderBy: { id: "asc" }, take: most });
  return rows.map(({ id, slug, toolkitSlug, accountId, authConfigId, userId, config, ...columns }) => ({
    ...{ id, slug, polling: toPolling(columns) ?? undefined },
    account: { id: accountId, userId, toolkitSlug, authConfigId },
    config: configOf({ config }),
  }));
}

export type CheckedTrigger = {
  copy: TriggerCopy;
  type: TriggerType;
  config: Record<string, unknown>;
  polling: PollingColumns;
};

/**
 * Checks a copy against the catalog.
 * @throws ApiError NotFound for the type, Unprocessable for the config and how it is polled
 */
export async function checkTriggerCopy(projectId: string, copy: TriggerCopy): Promise<CheckedTrigger> {
  const { type } = await requireTriggerType(projectId, copy.slug);
  const polling = toPollingColumns(type, copy.polling ?? null);
  return { copy, type, config: checkedConfig(type, copy.config), polling };
}

/** Why a trigger was not made; its import can be repeated later. */
export type LeftOut = { leftOut: "account" | "endpoint" };

/**
 * Stores a copy, switched off; its hook is made when it is switched on. One that is there already stays as it is.
 * @param id of the trigger that it became before; null for a new one
 */
export async function storeTriggerCopy(
  tx: Db,
  projectId: string,
  { copy, type, config, polling }: CheckedTrigger,
  id: string | null,
): Promise<StoredCopy | LeftOut> {
  const { slug, toolkitSlug, version } = type;
  const select = { id: true } as const;
  const same = id === null ? null : await tx.triggerInstance.findFirst({ where: { projectId, id }, select });
  if (same) return { id: same.id, change: "unchanged" };
  if (type.needsEndpoint) return { leftOut: "endpoint" };
  const account = await findCopiedAccount(tx, projectId, { ...copy.account, toolkitSlug });
  if (!account) return { leftOut: "account" };
  const { id: accountId, userId, authConfigId } = account;
  const configHash = hashOf(config);
  const other = await tx.triggerInstance.findFirst({ where: { projectId, slug, accountId, configHash }, select });
  if (other) return { id: other.id, change: "unchanged" };
  const endpointId = type.kind === "poll" ? null : newEndpointId();
  if (endpointId !== null)
    await tx.webhookEndpoint.create({
      data: { id: endpointId, projectId, toolkitSlug, secrets: sealSecrets(projectId, endpointId, { fields: {} }) },
    });
  const newTriggerId = newId("trigger");
  await tx.triggerInstance.create({
    data: {
      ...{ projectId, slug, toolkitSlug, version, accountId, authConfigId, userId, configHash, endpointId },
      ...{ id: newTriggerId, config: config as object, ...polling, disabledAt: now(), createdAt: now() },
    },
  });
  return { id: newTriggerId, change: "created" };
}

/** Trigger types and triggers in the form from before version 3. */
import type { z } from "zod";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import { logoUrl } from "@/lib/catalog/read/wire";
import type { TriggerType } from "@/lib/catalog/trigger-type";
import { isObject } from "@/lib/kernel/text/is-object";
import type { Trigger } from "@/lib/triggers/instances/require-trigger";
import type { EventRow } from "@/lib/webhooks/log/list-events";
import { toTriggerLog } from "@/lib/webhooks/log/wire";
import type { olderTriggersApi, OlderTrigger } from "./contract";

type Wire = z.input<typeof OlderTrigger>;
type Log = z.input<typeof olderTriggersApi.listOlderTriggerLogs.response>["data"][number];
type Active = z.input<typeof olderTriggersApi.listActiveTriggers.response>["triggers"][number];

/** The Python program refuses a list in which one property lacks a title or a description. */
function toProperty(name: string, property: unknown): Record<string, unknown> {
  const schema = isObject(property) ? property : {};
  const { title, description, type } = schema;
  return {
    ...schema,
    title: typeof title === "string" ? title : name,
    description: typeof description === "string" ? description : "",
    ...(Array.isArray(type) && { type: String(type.find((word) => word !== "null") ?? "string") }),
  };
}

function toShape(schema: Record<string, unknown>, title: string): Wire["config"] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  return {
    ...schema,
    title: typeof schema.title === "string" ? schema.title : title,
    type: "object",
    properties: Object.fromEntries(Object.entries(properties).map(([name, item]) => [name, toProperty(name, item)])),
  };
}

export const toOlderTrigger = (type: TriggerType, toolkit: CatalogToolkit, count: number): Wire => ({
  name: type.slug,
  enum: type.slug,
  displayName: type.name,
  display_name: type.name,
  description: type.description,
  instructions: type.instructions,
  payload: toShape(type.payload, `${type.slug}Payload`),
  config: toShape(type.config, `${type.slug}Config`),
  type: type.kind,
  appId: toolkit.slug,
  appKey: toolkit.slug,
  appName: toolkit.slug,
  logo: logoUrl(toolkit),
  count,
  enabled: count > 0,
});

/** What today's log of the same event shows. */
export function toOlderTriggerLog(row: EventRow): Log {
  const { appName, meta, status, ...log } = toTriggerLog(row, true);
  return {
    id: log.id,
    appKey: appName,
    clientId: log.clientId,
    connectionId: log.connectionId,
    triggerName: meta.triggerName ?? "",
    triggerProviderPayload: meta.triggerProviderPayload ?? null,
    triggerClientPayload: meta.triggerClientPayload ?? null,
    triggerClientError: status === "error" ? "No receiver accepted it." : null,
    errorTrigger: null,
    createdAt: log.createdAt,
  };
}

export const toActiveTrigger = (trigger: Trigger): Active => ({
  id: trigger.id,
  connectionId: trigger.accountId,
  triggerName: trigger.slug,
  triggerConfig: trigger.config as Record<string, unknown>,
  triggerData: "{}",
  state: {},
  createdAt: trigger.createdAt.toISOString(),
  updatedAt: trigger.updatedAt.toISOString(),
  disabledAt: trigger.disabledAt?.toISOString() ?? null,
  disabledReason: trigger.disabledReason,
  connection: {
    id: trigger.accountId,
    integrationId: trigger.authConfigId,
    clientUniqueUserId: trigger.userId,
    status: "ACTIVE",
  },
});

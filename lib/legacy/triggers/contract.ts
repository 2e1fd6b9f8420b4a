/** Triggers as before version 3. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { flagQuery, limitQuery, listQuery } from "@/lib/contract/page";
import { MAX_ID, webAddress } from "@/lib/contract/texts";
import { Anything, Deleted, MOST_ROWS, OLDER, Shape, Success } from "../older.contract";

export const OlderTrigger = z
  .object({
    name: z.string(),
    enum: z.string(),
    displayName: z.string(),
    display_name: z.string(),
    description: z.string(),
    instructions: z.string(),
    payload: Shape,
    config: Shape,
    type: z.string(),
    appId: z.string(),
    appKey: z.string(),
    appName: z.string(),
    logo: z.string(),
    count: z.number().int(),
    enabled: z.boolean(),
  })
  .meta({ id: "OlderTrigger" });

const Active = z
  .object({
    id: z.string(),
    connectionId: z.string(),
    triggerName: z.string(),
    triggerConfig: Anything,
    triggerData: z.string(),
    state: Anything,
    createdAt: z.string(),
    updatedAt: z.string(),
    disabledAt: z.string().nullable(),
    disabledReason: z.string().nullable(),
    connection: z.object({
      id: z.string(),
      integrationId: z.string(),
      clientUniqueUserId: z.string(),
      status: z.string(),
    }),
  })
  .meta({ id: "OlderActiveTrigger" });

const OlderTriggerLog = z
  .object({
    id: z.string(),
    appKey: z.string(),
    clientId: z.string(),
    connectionId: z.string(),
    triggerName: z.string(),
    triggerProviderPayload: z.string().nullable(),
    triggerClientPayload: z.string().nullable(),
    triggerClientError: z.string().nullable(),
    errorTrigger: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: "OlderTriggerLog" });

const PageInfo = z.object({
  currentPage: z.number().int(),
  perPage: z.number().int(),
  totalPages: z.number().int(),
});

const slug = z.string().trim().min(1).max(120);
const id = z.string().max(MAX_ID);
const read = { method: "GET", permission: "triggers:read", audit: "none" } as const;
const write = { permission: "triggers:write" } as const;
const triggerParams = z.object({ triggerId: id });
const callback = {
  method: "POST",
  permission: "webhooks:write",
  audit: "webhook_subscription.update",
  summary: "Set the address that gets the project's events",
  description:
    "It gets messages of triggers as webhooks of version V2, `{type, timestamp, log_id, data}`, as `isNewWebhook: true` " +
    "of `client_info` says. An address that was set earlier keeps its form: `update_webhook_format` changes it.",
  successor: "POST /api/v3/webhook_subscriptions",
  body: z.object({ callbackURL: webAddress("must be an address, as https://example.com/webhook") }),
  response: z.object({ status: z.literal("success"), message: z.string() }),
} as const;

export const olderTriggersApi = {
  listOlderTriggers: operation({
    ...OLDER,
    ...read,
    id: "v1.triggers.list",
    path: "/api/v1/triggers",
    summary: "List trigger types",
    successor: "GET /api/v3/triggers_types",
    query: z.object({
      appNames: listQuery(slug.toLowerCase()),
      triggerIds: listQuery(slug.toUpperCase()),
      triggerNames: listQuery(slug.toUpperCase()),
      connectedAccountIds: listQuery(id),
      integrationIds: listQuery(id),
      showEnabledOnly: flagQuery,
    }),
    response: z.array(OlderTrigger),
  }),
  getOlderTrigger: operation({
    ...OLDER,
    ...read,
    id: "v2.triggers.get",
    path: "/api/v2/triggers/{triggerName}",
    summary: "Get a trigger type",
    successor: "GET /api/v3/triggers_types/{slug}",
    params: z.object({ triggerName: slug }),
    response: OlderTrigger,
  }),
  enableOlderTrigger: operation({
    ...OLDER,
    ...write,
    id: "v1.triggers.enable",
    method: "POST",
    audit: "trigger.upsert",
    path: "/api/v1/triggers/enable/{connectedAccountId}/{triggerName}",
    summary: "Set up a trigger for an account",
    successor: "POST /api/v3/trigger_instances/{slug}/upsert",
    params: z.object({ connectedAccountId: id, triggerName: slug }),
    body: z.object({ triggerConfig: Anything.nullish() }),
    response: z.object({
      status: z.literal("success"),
      triggerId: z.string(),
      isNew: z.boolean(),
      message: z.string(),
    }),
  }),
  listActiveTriggers: operation({
    ...OLDER,
    ...read,
    id: "v1.triggers.active",
    path: "/api/v1/triggers/active_triggers",
    summary: "List the triggers that are set up",
    successor: "GET /api/v3/trigger_instances/active",
    query: z.object({
      page: z.coerce.number().int().min(1).max(MOST_ROWS).default(1),
      limit: limitQuery(MOST_ROWS, MOST_ROWS),
      triggerIds: listQuery(id),
      triggerNames: listQuery(slug),
      connectedAccountIds: listQuery(id),
      integrationIds: listQuery(id),
      showDisabled: flagQuery,
    }),
    response: z.object({
      triggers: z.array(Active),
      pageInfo: PageInfo,
    }),
  }),
  switchOlderTrigger: operation({
    ...OLDER,
    ...write,
    id: "v1.triggers.status",
    method: "PATCH",
    audit: "trigger.switch",
    path: "/api/v1/triggers/instance/{triggerId}/status",
    summary: "Enable or disable a trigger",
    successor: "PATCH /api/v3/trigger_instances/manage/{triggerId}",
    params: triggerParams,
    body: z.object({ enabled: z.boolean() }),
    response: Success,
  }),
  disableOlderTrigger: operation({
    ...OLDER,
    ...write,
    id: "v1.triggers.disable",
    method: "POST",
    audit: "trigger.switch",
    path: "/api/v1/triggers/disable/{triggerId}",
    summary: "Disable a trigger",
    successor: "PATCH /api/v3/trigger_instances/manage/{triggerId}",
    params: triggerParams,
    response: Success,
  }),
  deleteOlderTrigger: operation({
    ...OLDER,
    ...write,
    id: "v1.triggers.delete",
    method: "DELETE",
    audit: "trigger.delete",
    path: "/api/v1/triggers/instance/{triggerId}",
    summary: "Delete a trigger",
    successor: "DELETE /api/v3/trigger_instances/manage/{triggerId}",
    params: triggerParams,
    response: Deleted,
  }),
  setCallbackUrl: operation({
    ...OLDER,
    ...callback,
    id: "v1.triggers.setCallbackUrl",
    path: "/api/v1/triggers/set_callback_url",
  }),
  setCallbackUrlInPython: operation({
    ...OLDER,
    ...callback,
    id: "v1.triggers.setCallbackURL",
    path: "/api/v1/triggers/setCallbackURL",
  }),
  setWebhookFormat: operation({
    ...OLDER,
    id: "v1.triggers.webhookFormat",
    method: "POST",
    permission: "webhooks:write",
    audit: "webhook_subscription.update",
    path: "/api/v1/triggers/update_webhook_format",
    summary: "Choose the form of webhooks of the callback address",
    description:
      "`isNewWebhook: true` is version V2, `{type, timestamp, log_id, data}`; " +
      "`false` is V1, `{trigger_name, connection_id, trigger_id, payload, log_id}`.",
    successor: "PATCH /api/v3/webhook_subscriptions/{id}",
    body: z.object({ isNewWebhook: z.boolean() }),
    response: Success,
  }),
  listOlderTriggerLogs: operation({
    ...OLDER,
    ...read,
    permission: "observability:read",
    id: "v1.triggers.logs",
    path: "/api/v1/triggers/logs",
    summary: "List the messages of triggers, newest first",
    description: "A page looks through 20,000 events, so that one with a filter can have few.",
    successor: "POST /api/v3/internal/trigger/logs",
    query: z.object({
      page: z.coerce.number().int().min(1).max(MOST_ROWS).default(1),
      limit: limitQuery(20, 100),
      connectionId: id.optional(),
      integrationId: id.optional(),
    }),
    response: z.object({ data: z.array(OlderTriggerLog), pageInfo: PageInfo }),
  }),
  getCallbackUrl: operation({
    ...OLDER,
    method: "GET",
    permission: "webhooks:read",
    audit: "none",
    id: "v1.triggers.callbackUrl",
    path: "/api/v1/triggers/callback_url",
    summary: "Get the address that gets the project's events",
    successor: "GET /api/v3/webhook_subscriptions",
    response: z.object({ status: z.literal("success"), callbackURL: z.string().nullable() }),
  }),
  listTriggerNames: operation({
    ...OLDER,
    method: "GET",
    permission: "triggers:read",
    audit: "none",
    id: "v1.triggers.enums",
    path: "/api/v1/triggers/list/enums",
    summary: "List the names of trigger types as text, one on each line",
    successor: "GET /api/v3/triggers_types/list/enum",
    response: z.string(),
  }),
};

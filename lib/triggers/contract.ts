/** Triggers: types, instances, hooks at providers, polling, and addresses where providers report. */
import { z } from "zod";
import { toolkitVersions } from "@/lib/catalog/contract";
import { operation } from "@/lib/contract/operation";
import { flagQuery, limitQuery, listQuery, page, pageQuery } from "@/lib/contract/page";
import { EgressUrl, Polling, TriggerOut, TriggerTypeOut } from "./trigger.contract";

const tag = "Triggers";
const endpointTag = "Webhook endpoints";
const time = z.iso.datetime();
const anything = z.record(z.string(), z.unknown());
const slug = z.string().trim().min(1).max(120);
const id = z.string().max(200);
const ids = () => listQuery(id);
const deprecate = (instead: string) => ({ deprecated: true, description: `Use ${instead}` });

const EndpointItem = z.object({ id: z.string(), toolkit_slug: z.string(), client_id: z.string().nullable() });
export const EndpointOut = EndpointItem.extend({
  webhook_url: z.string().meta({ description: "Enter it at the provider" }),
  data: z.record(z.string(), z.string()).nullable().meta({ description: "Its fields; secrets are masked" }),
  created_at: time,
}).meta({ id: "WebhookEndpoint" });

const EndpointData = z.object({ data: z.record(z.string().max(100), z.string().max(10_000)) });
const endpointParams = z.object({ nano_id: id });
const triggerParams = z.object({ triggerId: id });

const activeFilter = {
  user_ids: ids(),
  connected_account_ids: ids(),
  auth_config_ids: ids(),
  trigger_ids: ids(),
  trigger_names: ids(),
  show_disabled: flagQuery,
  toolkit_slugs: ids().meta({ description: "Of our own: only triggers of these toolkits" }),
  connectedAccountIds: ids().meta(deprecate("connected_account_ids")),
  authConfigIds: ids().meta(deprecate("auth_config_ids")),
  triggerIds: ids().meta(deprecate("trigger_ids")),
  triggerNames: ids().meta(deprecate("trigger_names")),
  showDisabled: flagQuery.meta(deprecate("show_disabled")),
  deprecatedConnectedAccountUuids: ids().meta(deprecate("connected_account_ids")),
  deprecatedAuthConfigUuids: ids().meta(deprecate("auth_config_ids")),
};

const projectRead = { tag, auth: "project", permission: "triggers:read", audit: "none" } as const;
const endpointRead = { tag: endpointTag, auth: "project", permission: "webhooks:read", audit: "none" } as const;

export const triggersApi = {
  listTriggerTypes: operation({
    ...projectRead,
    id: "getTriggersTypes",
    method: "GET",
    path: "/api/v3/triggers_types",
    summary: "List trigger types",
    query: z.object({ ...pageQuery, toolkit_slugs: listQuery(slug.toLowerCase()), toolkit_versions: toolkitVersions }),
    response: page(TriggerTypeOut),
  }),
  listTriggerSlugs: operation({
    ...projectRead,
    id: "getTriggersTypesListEnum",
    method: "GET",
    path: "/api/v3/triggers_types/list/enum",
    summary: "List the slugs of all trigger types",
    response: z.array(z.string()),
  }),
  getTriggerType: operation({
    ...projectRead,
    id: "getTriggersTypesBySlug",
    method: "GET",
    path: "/api/v3/triggers_types/{slug}",
    summary: "Get a trigger type",
    params: z.object({ slug }),
    query: z.object({ toolkit_versions: toolkitVersions }),
    response: TriggerTypeOut,
  }),
  upsertTrigger: operation({
    id: "postTriggerInstancesBySlugUpsert",
    method: "POST",
    path: "/api/v3/trigger_instances/{slug}/upsert",
    tag,
    auth: "project",
    permission: "triggers:write",
    audit: "trigger.upsert",
    summary: "Set up a trigger for an account",
    description:
      "One trigger of a type, an account and a config: the same request again enables it. " +
      "Hooks of providers whose API allows it are made at once.",
    params: z.object({ slug }),
    body: z.object({
      connected_account_id: id.optional(),
      connectedAuthId: id.optional().meta(deprecate("connected_account_id")),
      user_id: z.string().trim().min(1).max(500).optional(),
      trigger_config: anything.optional(),
      triggerConfig: anything.optional().meta(deprecate("trigger_config")),
      polling: Polling,
      egress_url: EgressUrl,
      toolkit_versions: toolkitVersions,
      version: z.string().max(100).optional().meta(deprecate("toolkit_versions")),
    }),
    response: z.object({ trigger_id: z.string(), deprecated: z.object({ uuid: z.string() }) }),
  }),
  listTriggers: operation({
    ...projectRead,
    id: "getTriggerInstancesActive",
    method: "GET",
    path: "/api/v3/trigger_instances/active",
    summary: "List triggers",
    query: z.object({ ...pageQuery, limit: limitQuery(20, 200), ...activeFilter }),
    response: page(TriggerOut),
  }),
  switchTrigger: operation({
    id: "patchTriggerInstancesManageByTriggerId",
    method: "PATCH",
    path: "/api/v3/trigger_instances/manage/{triggerId}",
    tag,
    auth: "project",
    permission: "triggers:write",
    audit: "trigger.switch",
    summary: "Enable or disable a trigger, or change how it is polled and where its events are sent",
    params: triggerParams,
    body: z.object({
      status: z.enum(["enable", "disable"]).optional(),
      polling: Polling,
      egress_url: EgressUrl,
      user_id: z
        .string()
        .trim()
        .min(1)
        .max(500)
        .optional()
        .meta({ description: "The user of its account, if any is named" }),
    }),
    response: z.object({ status: z.literal("success") }),
  }),
  deleteTrigger: operation({
    id: "deleteTriggerInstancesManageByTriggerId",
    method: "DELETE",
    path: "/api/v3/trigger_instances/manage/{triggerId}",
    tag,
    auth: "project",
    permission: "triggers:write",
    audit: "trigger.delete",
    summary: "Delete a trigger, and its hook at the provider",
    params: triggerParams,
    response: z.object({ trigger_id: z.string() }),
  }),
  listWebhookEndpoints: operation({
    ...endpointRead,
    id: "webhookEndpoints.list",
    method: "GET",
    path: "/api/v3/webhook_endpoints",
    summary: "List webhook endpoints of apps",
    query: z.object({ toolkit_slug: slug.toLowerCase().optional() }),
    response: z.object({ items: z.array(EndpointItem) }),
  }),
  createWebhookEndpoint: operation({
    id: "webhookEndpoints.create",
    method: "POST",
    path: "/api/v3/webhook_endpoints",
    tag: endpointTag,
    auth: "project",
    permission: "webhooks:write",
    audit: "webhook_endpoint.create",
    summary: "Create an app's webhook endpoint",
    description: "The same toolkit and app again give the endpoint that there is.",
    body: z.object({ toolkit_slug: slug.toLowerCase(), client_id: z.string().trim().min(1).max(500) }),
    response: EndpointOut,
  }),
  getWebhookEndpointSchema: operation({
    ...endpointRead,
    id: "webhookEndpoints.schema",
    method: "GET",
    path: "/api/v3/webhook_endpoints/schema",
    summary: "Which fields a toolkit's webhook endpoint needs",
    query: z.object({ toolkit_slug: slug.toLowerCase() }),
    response: z.object({
      toolkit_slug: z.string(),
      setup_fields: z.record(
        z.string(),
        z.object({
          display_name: z.string(),
          description: z.string(),
          is_required: z.boolean(),
          is_secret: z.boolean(),
        }),
      ),
    }),
  }),
  getWebhookEndpoint: operation({
    ...endpointRead,
    id: "webhookEndpoints.retrieve",
    method: "GET",
    path: "/api/v3/webhook_endpoints/{nano_id}",
    summary: "Get a webhook endpoint",
    params: endpointParams,
    response: EndpointOut,
  }),
  replaceWebhookEndpoint: operation({
    id: "webhookEndpoints.replace",
    method: "POST",
    path: "/api/v3/webhook_endpoints/{nano_id}",
    tag: endpointTag,
    auth: "project",
    permission: "webhooks:write",
    audit: "webhook_endpoint.replace",
    summary: "Set all fields of a webhook endpoint",
    params: endpointParams,
    body: EndpointData,
    response: EndpointOut,
  }),
  updateWebhookEndpoint: operation({
    id: "webhookEndpoints.update",
    method: "PATCH",
    path: "/api/v3/webhook_endpoints/{nano_id}",
    tag: endpointTag,
    auth: "project",
    permission: "webhooks:write",
    audit: "webhook_endpoint.update",
    summary: "Set some fields of a webhook endpoint",
    params: endpointParams,
    body: EndpointData,
    response: EndpointOut,
  }),
  deleteWebhookEndpoint: operation({
    id: "webhookEndpoints.delete",
    method: "DELETE",
    path: "/api/v3/webhook_endpoints/{nano_id}",
    tag: endpointTag,
    auth: "project",
    permission: "webhooks:write",
    audit: "webhook_endpoint.delete",
    summary: "Delete a webhook endpoint, with the triggers that it serves",
    params: endpointParams,
    response: z.object({ id: z.string(), deleted: z.boolean() }),
  }),
};

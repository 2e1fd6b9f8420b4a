/** The published description of the operations on triggers and webhook endpoints. */
import type { PublishedOperation } from "./published-operation";

export const publishedTriggers: readonly PublishedOperation[] = [
  {
    id: "getTriggersTypes",
    method: "GET",
    path: "/api/v3/triggers_types",
    status: 200,
    needs: "",
    takes: "toolkit_slugs toolkit_versions limit cursor",
    answers:
      "items[].slug items[].name items[].description items[].instructions items[].type items[].types[] " +
      "items[].toolkit.slug items[].toolkit.name items[].toolkit.logo items[].config items[].payload " +
      "items[].version total_pages current_page total_items",
  },
  {
    id: "getTriggersTypesListEnum",
    method: "GET",
    path: "/api/v3/triggers_types/list/enum",
    status: 200,
    needs: "",
    takes: "",
    answers: "",
  },
  {
    id: "getTriggersTypesBySlug",
    method: "GET",
    path: "/api/v3/triggers_types/{slug}",
    status: 200,
    needs: "path:slug",
    takes: "toolkit_versions",
    answers: "slug name description instructions type toolkit.slug toolkit.name toolkit.logo config payload version",
  },
  {
    id: "postTriggerInstancesBySlugUpsert",
    method: "POST",
    path: "/api/v3/trigger_instances/{slug}/upsert",
    status: 200,
    needs: "path:slug",
    takes: "",
    answers: "trigger_id deprecated.uuid",
  },
  {
    id: "getTriggerInstancesActive",
    method: "GET",
    path: "/api/v3/trigger_instances/active",
    status: 200,
    needs: "",
    takes:
      "connected_account_ids auth_config_ids trigger_ids trigger_names connectedAccountIds " +
      "authConfigIds triggerIds show_disabled triggerNames showDisabled deprecatedConnectedAccountUuids " +
      "deprecatedAuthConfigUuids limit cursor user_ids",
    answers:
      "items[].id items[].connected_account_id items[].trigger_name items[].connected_account_uuid " +
      "items[].user_id items[].trigger_config items[].state items[].updated_at items[].disabled_at " +
      "items[].disabledAt items[].connectedAccountId items[].triggerName items[].updatedAt " +
      "items[].triggerConfig total_pages current_page total_items",
  },
  {
    id: "patchTriggerInstancesManageByTriggerId",
    method: "PATCH",
    path: "/api/v3/trigger_instances/manage/{triggerId}",
    status: 200,
    needs: "path:triggerId body:status",
    takes: "",
    answers: "status",
  },
  {
    id: "deleteTriggerInstancesManageByTriggerId",
    method: "DELETE",
    path: "/api/v3/trigger_instances/manage/{triggerId}",
    status: 200,
    needs: "path:triggerId",
    takes: "",
    answers: "trigger_id",
  },
  {
    id: "webhookEndpoints.list",
    method: "GET",
    path: "/api/v3/webhook_endpoints",
    status: 200,
    needs: "",
    takes: "toolkit_slug",
    answers: "items[].id items[].toolkit_slug items[].client_id",
  },
  {
    id: "webhookEndpoints.create",
    method: "POST",
    path: "/api/v3/webhook_endpoints",
    status: 200,
    needs: "body:toolkit_slug body:client_id",
    takes: "",
    answers: "id toolkit_slug client_id webhook_url data created_at",
  },
  {
    id: "webhookEndpoints.schema",
    method: "GET",
    path: "/api/v3/webhook_endpoints/schema",
    status: 200,
    needs: "query:toolkit_slug",
    takes: "",
    answers: "toolkit_slug setup_fields",
  },
  {
    id: "webhookEndpoints.retrieve",
    method: "GET",
    path: "/api/v3/webhook_endpoints/{nano_id}",
    status: 200,
    needs: "path:nano_id",
    takes: "",
    answers: "id toolkit_slug client_id webhook_url data created_at",
  },
  {
    id: "webhookEndpoints.update",
    method: "PATCH",
    path: "/api/v3/webhook_endpoints/{nano_id}",
    status: 200,
    needs: "path:nano_id body:data",
    takes: "",
    answers: "id toolkit_slug client_id webhook_url data created_at",
  },
  {
    id: "webhookEndpoints.replace",
    method: "POST",
    path: "/api/v3/webhook_endpoints/{nano_id}",
    status: 200,
    needs: "path:nano_id body:data",
    takes: "",
    answers: "id toolkit_slug client_id webhook_url data created_at",
  },
  {
    id: "webhookEndpoints.delete",
    method: "DELETE",
    path: "/api/v3/webhook_endpoints/{nano_id}",
    status: 200,
    needs: "path:nano_id",
    takes: "",
    answers: "",
  },
];

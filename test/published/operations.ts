/**
 * Facts of the published v3 description (January 2026; dotted ids: v3.1) about the operations that this server answers.
 */
import { publishedAccess } from "./access";
import { publishedConnections } from "./connections";
import { publishedMcpFilesAndLogs } from "./mcp";
import type { PublishedOperation } from "./published-operation";
import { publishedSessions } from "./sessions";
import { publishedTriggers } from "./triggers";
import { publishedWebhooks } from "./webhooks";

export const publishedOperations: readonly PublishedOperation[] = [
  ...publishedAccess,
  ...publishedConnections,
  ...publishedMcpFilesAndLogs,
  ...publishedSessions,
  ...publishedTriggers,
  ...publishedWebhooks,
  {
    id: "getToolkits",
    method: "GET",
    path: "/api/v3/toolkits",
    status: 200,
    needs: "",
    takes: "category managed_by sort_by include_deprecated search limit cursor",
    answers:
      "items[].slug items[].name items[].is_local_toolkit items[].meta.created_at " +
      "items[].meta.updated_at items[].meta.description items[].meta.logo items[].meta.categories[].id " +
      "items[].meta.categories[].name items[].meta.triggers_count items[].meta.tools_count " +
      "items[].meta.version total_pages current_page total_items",
  },
  {
    id: "getToolkitsCategories",
    method: "GET",
    path: "/api/v3/toolkits/categories",
    status: 200,
    needs: "",
    takes: "",
    answers: "items[].name items[].id total_pages current_page total_items",
  },
  {
    id: "getToolkitsBySlug",
    method: "GET",
    path: "/api/v3/toolkits/{slug}",
    status: 200,
    needs: "path:slug",
    takes: "version",
    answers:
      "slug name enabled is_local_toolkit meta.created_at meta.updated_at meta.description meta.logo " +
      "meta.categories[].name meta.categories[].slug meta.triggers_count meta.tools_count meta.version " +
      "meta.available_versions",
  },
  {
    id: "getTools",
    method: "GET",
    path: "/api/v3/tools",
    status: 200,
    needs: "",
    takes:
      "toolkit_slug tool_slugs auth_config_ids important tags scopes search include_deprecated toolkit_versions limit cursor",
    answers:
      "items[].slug items[].name items[].description items[].toolkit.slug items[].toolkit.name " +
      "items[].toolkit.logo items[].input_parameters items[].no_auth items[].available_versions " +
      "items[].version items[].output_parameters items[].scopes items[].tags items[].is_deprecated " +
      "total_pages current_page total_items",
  },
  {
    id: "getToolsEnum",
    method: "GET",
    path: "/api/v3/tools/enum",
    status: 200,
    needs: "",
    takes: "",
    answers: "",
  },
  {
    id: "getToolsByToolSlug",
    method: "GET",
    path: "/api/v3/tools/{tool_slug}",
    status: 200,
    needs: "path:tool_slug",
    takes: "version toolkit_versions",
    answers:
      "slug name description toolkit.slug toolkit.name toolkit.logo input_parameters no_auth " +
      "available_versions version output_parameters scopes tags is_deprecated",
  },
  {
    id: "postToolkitsMulti",
    method: "POST",
    path: "/api/v3/toolkits/multi",
    status: 200,
    needs: "",
    takes: "",
    answers:
      "items[].slug items[].name items[].is_local_toolkit items[].meta.created_at " +
      "items[].meta.updated_at items[].meta.description items[].meta.logo items[].meta.categories[].id " +
      "items[].meta.categories[].name items[].meta.triggers_count items[].meta.tools_count " +
      "items[].meta.version total_pages current_page total_items",
  },
  {
    id: "postToolsExecuteByToolSlug",
    method: "POST",
    path: "/api/v3/tools/execute/{tool_slug}",
    status: 200,
    needs: "path:tool_slug",
    takes: "",
    answers: "data error successful",
  },
  {
    id: "postToolsExecuteByToolSlugInput",
    method: "POST",
    path: "/api/v3/tools/execute/{tool_slug}/input",
    status: 200,
    needs: "path:tool_slug body:text",
    takes: "",
    answers: "",
  },
  {
    id: "postToolsExecuteProxy",
    method: "POST",
    path: "/api/v3/tools/execute/proxy",
    status: 200,
    needs: "body:endpoint body:method",
    takes: "",
    answers: "status",
  },
  {
    id: "getToolkitsChangelog",
    method: "GET",
    path: "/api/v3/toolkits/changelog",
    status: 200,
    needs: "",
    takes: "",
    answers: "items[].slug items[].name items[].display_name items[].versions[].version items[].versions[].changelog",
  },
  {
    id: "internal.actionExecution.listFields",
    method: "GET",
    path: "/api/v3/internal/action_execution/fields",
    status: 200,
    needs: "",
    takes: "",
    answers: "fields",
  },
  {
    id: "internal.actionExecution.retrieveLog",
    method: "GET",
    path: "/api/v3/internal/action_execution/log/{id}",
    status: 200,
    needs: "path:id",
    takes: "",
    answers:
      "actionLogId actionId status app.name app.uniqueId app.icon version connection.id " +
      "connection.entity session executionMetadata steps[].type steps[].startTime steps[].endTime " +
      "steps[].totalDuration steps[].status steps[].message payloadReceived startTime endTime " +
      "totalDuration response error",
  },
  {
    id: "toolkits.recommendScopes",
    method: "POST",
    path: "/api/v3/toolkits/{slug}/scopes/recommended",
    status: 200,
    needs: "path:slug body:tools",
    takes: "",
    answers:
      "auth_scheme toolkit_version grant_context scopes.least_privilege[] scopes.fewest[] " +
      "scopes.conditional[].scope scopes.conditional[].when scopes.conditional[].for[]",
  },
  {
    id: "toolkits.retrieveScopesGrantContext",
    method: "GET",
    path: "/api/v3/toolkits/{slug}/scopes/grant_context",
    status: 200,
    needs: "path:slug",
    takes: "auth_scheme toolkit_version",
    answers:
      "auth_scheme toolkit_version grant_context_dimensions[].dimension grant_context_dimensions[].description " +
      "grant_context_dimensions[].values[] default_grant_context",
  },
  {
    id: "keyring.listTransferKeys",
    method: "GET",
    path: "/api/v3/keyring/transfer_keys",
    status: 200,
    needs: "",
    takes: "",
    answers: "success active_kid keys[].kty keys[].n keys[].e keys[].alg keys[].use keys[].kid",
  },
  {
    id: "org.usage.retrieveSummary",
    method: "POST",
    path: "/api/v3/org/usage/summary",
    status: 200,
    needs: "",
    takes: "",
    answers: "entities instant_charge",
  },
  {
    id: "org.usage.retrieve",
    method: "POST",
    path: "/api/v3/org/usage/{entity_type}",
    status: 200,
    needs: "path:entity_type",
    takes: "",
    answers: "entity_type unit total_quantity event_count groups[].key groups[].total_quantity groups[].event_count",
  },
  {
    id: "project.usage.retrieveSummary",
    method: "POST",
    path: "/api/v3/project/usage/summary",
    status: 200,
    needs: "",
    takes: "",
    answers: "entities instant_charge",
  },
  {
    id: "project.usage.retrieve",
    method: "POST",
    path: "/api/v3/project/usage/{entity_type}",
    status: 200,
    needs: "path:entity_type",
    takes: "",
    answers: "entity_type unit total_quantity event_count groups[].key groups[].total_quantity groups[].event_count",
  },
  {
    id: "tools.retrieveRequiredScopes",
    method: "POST",
    path: "/api/v3/tools/scopes/required",
    status: 200,
    needs: "body:tools",
    takes: "",
    answers: "scopes_required per_tool_requirements[].tool per_tool_requirements[].scope_requirements",
  },
  {
    id: "tools.getScopesRequired",
    method: "GET",
    path: "/api/v3/tools/get_scopes_required",
    status: 200,
    needs: "",
    takes: "tools toolkit_versions",
    answers: "scopes_required",
  },
  {
    id: "tools.askScopesRequired",
    method: "POST",
    path: "/api/v3/tools/get_scopes_required",
    status: 200,
    needs: "body:tools",
    takes: "",
    answers: "scopes_required",
  },
  {
    id: "tools.getLatestVersion",
    method: "GET",
    path: "/api/v3/tools/{tool_slug}/get_latest_version",
    status: 200,
    needs: "path:tool_slug",
    takes: "",
    answers: "tool_slug version",
  },
];

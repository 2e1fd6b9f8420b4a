/** Facts of the published v3 description about MCP servers, files and logs. */
import type { PublishedOperation } from "./published-operation";

export const publishedMcpFilesAndLogs: readonly PublishedOperation[] = [
  {
    id: "logs.createToolExecution",
    method: "POST",
    path: "/api/v3/logs/tool_execution",
    status: 200,
    needs: "",
    takes: "",
    answers:
      "logs[].id logs[].timestamp logs[].type logs[].status logs[].level logs[].metadata logs[].metrics logs[].parent next_cursor",
  },
  {
    id: "logs.retrieveToolExecution",
    method: "GET",
    path: "/api/v3/logs/tool_execution/{id}",
    status: 200,
    needs: "path:id",
    takes: "",
    answers: "id timestamp type status level metadata metrics parent",
  },
  {
    id: "internal.actionExecution.createLogs",
    method: "POST",
    path: "/api/v3/internal/action_execution/logs",
    status: 200,
    needs: "",
    takes: "",
    answers:
      "data[].id data[].actionKey data[].appKey data[].app.icon data[].app.name " +
      "data[].connectedAccountId data[].entityId data[].status data[].executionTime " +
      "data[].minimalResponse data[].createdAt nextCursor",
  },
  {
    id: "getFilesList",
    method: "GET",
    path: "/api/v3/files/list",
    status: 200,
    needs: "",
    takes: "toolkit_slug tool_slug limit cursor",
    answers:
      "items[].toolkit_slug items[].tool_slug items[].filename items[].mimetype items[].md5 total_pages current_page total_items",
  },
  {
    id: "postFilesUploadRequest",
    method: "POST",
    path: "/api/v3/files/upload/request",
    status: 200,
    needs: "body:toolkit_slug body:tool_slug body:filename body:mimetype body:md5",
    takes: "",
    answers: "id key new_presigned_url newPresignedUrl type metadata.storage_backend",
  },
  {
    id: "getMcpServers",
    method: "GET",
    path: "/api/v3/mcp/servers",
    status: 200,
    needs: "",
    takes: "name toolkits auth_config_ids order_by order_direction page_no limit",
    answers:
      "items[].id items[].name items[].auth_config_ids items[].allowed_tools items[].mcp_url " +
      "items[].toolkits items[].toolkit_icons items[].commands.cursor items[].commands.claude " +
      "items[].commands.windsurf items[].updated_at items[].created_at items[].server_instance_count " +
      "items[].managed_auth_via_composio total_pages current_page",
  },
  {
    id: "postMcpServers",
    method: "POST",
    path: "/api/v3/mcp/servers",
    status: 201,
    needs: "body:name body:auth_config_ids",
    takes: "",
    answers:
      "id name auth_config_ids allowed_tools mcp_url toolkits toolkit_icons commands.cursor " +
      "commands.claude commands.windsurf updated_at created_at server_instance_count " +
      "managed_auth_via_composio",
  },
  {
    id: "postMcpServersCustom",
    method: "POST",
    path: "/api/v3/mcp/servers/custom",
    status: 201,
    needs: "body:name",
    takes: "",
    answers: "id name auth_config_ids allowed_tools mcp_url commands.cursor commands.claude commands.windsurf",
  },
  {
    id: "postMcpServersGenerate",
    method: "POST",
    path: "/api/v3/mcp/servers/generate",
    status: 200,
    needs: "body:mcp_server_id",
    takes: "",
    answers: "mcp_url connected_account_urls user_ids_url",
  },
  {
    id: "getMcpById",
    method: "GET",
    path: "/api/v3/mcp/{id}",
    status: 200,
    needs: "path:id",
    takes: "",
    answers:
      "id name auth_config_ids allowed_tools mcp_url toolkits toolkit_icons commands.cursor " +
      "commands.claude commands.windsurf updated_at created_at server_instance_count " +
      "managed_auth_via_composio deleted",
  },
  {
    id: "patchMcpById",
    method: "PATCH",
    path: "/api/v3/mcp/{id}",
    status: 200,
    needs: "path:id",
    takes: "",
    answers:
      "id name auth_config_ids allowed_tools mcp_url toolkits toolkit_icons commands.cursor " +
      "commands.claude commands.windsurf updated_at created_at server_instance_count " +
      "managed_auth_via_composio deleted",
  },
  {
    id: "deleteMcpById",
    method: "DELETE",
    path: "/api/v3/mcp/{id}",
    status: 200,
    needs: "path:id",
    takes: "",
    answers: "id deleted",
  },
  {
    id: "getMcpAppByAppKey",
    method: "GET",
    path: "/api/v3/mcp/app/{appKey}",
    status: 200,
    needs: "path:appKey",
    takes: "name toolkits auth_config_ids order_by order_direction page_no limit",
    answers:
      "items[].id items[].name items[].auth_config_ids items[].allowed_tools items[].mcp_url " +
      "items[].toolkits items[].toolkit_icons items[].commands.cursor items[].commands.claude " +
      "items[].commands.windsurf items[].updated_at items[].created_at items[].server_instance_count " +
      "items[].managed_auth_via_composio total_pages current_page",
  },
  {
    id: "getMcpServersByServerIdInstances",
    method: "GET",
    path: "/api/v3/mcp/servers/{serverId}/instances",
    status: 200,
    needs: "path:serverId",
    takes: "page_no limit search order_by order_direction",
    answers:
      "instances[].id instances[].instance_id instances[].mcp_server_id instances[].created_at " +
      "instances[].updated_at server_id server_name total_pages current_page",
  },
  {
    id: "postMcpServersByServerIdInstances",
    method: "POST",
    path: "/api/v3/mcp/servers/{serverId}/instances",
    status: 201,
    needs: "path:serverId body:user_id",
    takes: "",
    answers: "id instance_id mcp_server_id created_at updated_at",
  },
  {
    id: "deleteMcpServersByServerIdInstancesByInstanceId",
    method: "DELETE",
    path: "/api/v3/mcp/servers/{serverId}/instances/{instanceId}",
    status: 200,
    needs: "path:serverId path:instanceId",
    takes: "",
    answers: "message deleted_connected_accounts",
  },
];

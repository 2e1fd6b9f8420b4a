/** Facts of the published v3 description (January 2026; dotted ids: v3.1) about the operations that this server answers. */

export type PublishedOperation = {
  id: string;
  method: string;
  path: string;
  status: number;
  /** `where:name` of everything a caller must send, apart by spaces; body fields as dotted paths. */
  needs: string;
  /** Names of the optional query parameters. */
  takes: string;
  /** Dotted paths of the keys every success carries; `[]` is any element of a list. */
  answers: string;
};

export const publishedOperations: readonly PublishedOperation[] = [
  {
    id: "postAuthConfigs", method: "POST", path: "/api/v3/auth_configs", status: 201,
    needs: "body:toolkit.slug",
    takes: "",
    answers: "toolkit.slug auth_config.id auth_config.auth_scheme auth_config.is_composio_managed",
  },
  {
    id: "getAuthConfigs", method: "GET", path: "/api/v3/auth_configs", status: 200,
    needs: "",
    takes: "is_composio_managed toolkit_slug show_disabled search limit cursor",
    answers: "items[].id items[].uuid items[].type items[].toolkit.slug items[].toolkit.logo items[].name items[].status items[].no_of_connections items[].tool_access_config total_pages current_page total_items",
  },
  {
    id: "getAuthConfigsByNanoid", method: "GET", path: "/api/v3/auth_configs/{nanoid}", status: 200,
    needs: "path:nanoid",
    takes: "",
    answers: "id uuid type toolkit.slug toolkit.logo name status no_of_connections tool_access_config",
  },
  {
    id: "patchAuthConfigsByNanoid", method: "PATCH", path: "/api/v3/auth_configs/{nanoid}", status: 200,
    needs: "path:nanoid",
    takes: "",
    answers: "",
  },
  {
    id: "deleteAuthConfigsByNanoid", method: "DELETE", path: "/api/v3/auth_configs/{nanoid}", status: 200,
    needs: "path:nanoid",
    takes: "",
    answers: "",
  },
  {
    id: "patchAuthConfigsByNanoidByStatus", method: "PATCH", path: "/api/v3/auth_configs/{nanoid}/{status}", status: 200,
    needs: "path:nanoid path:status",
    takes: "",
    answers: "",
  },
  {
    id: "getConnectedAccounts", method: "GET", path: "/api/v3/connected_accounts", status: 200,
    needs: "",
    takes: "toolkit_slugs statuses cursor limit user_ids auth_config_ids connected_account_ids order_by order_direction",
    answers: "items[].toolkit.slug items[].auth_config.id items[].auth_config.auth_scheme items[].auth_config.is_composio_managed items[].auth_config.is_disabled items[].id items[].user_id items[].status items[].created_at items[].updated_at items[].state items[].data items[].status_reason items[].is_disabled total_pages current_page total_items",
  },
  {
    id: "postConnectedAccounts", method: "POST", path: "/api/v3/connected_accounts", status: 201,
    needs: "body:auth_config.id body:connection",
    takes: "",
    answers: "id connectionData status redirect_url redirect_uri",
  },
  {
    id: "getConnectedAccountsByNanoid", method: "GET", path: "/api/v3/connected_accounts/{nanoid}", status: 200,
    needs: "path:nanoid",
    takes: "",
    answers: "toolkit.slug auth_config.id auth_config.auth_scheme auth_config.is_composio_managed auth_config.is_disabled id user_id status created_at updated_at state data status_reason is_disabled params",
  },
  {
    id: "deleteConnectedAccountsByNanoid", method: "DELETE", path: "/api/v3/connected_accounts/{nanoid}", status: 200,
    needs: "path:nanoid",
    takes: "",
    answers: "success",
  },
  {
    id: "patchConnectedAccountsByNanoIdStatus", method: "PATCH", path: "/api/v3/connected_accounts/{nanoid}/status", status: 200,
    needs: "path:nanoid body:enabled",
    takes: "",
    answers: "success",
  },
  {
    id: "postConnectedAccountsByNanoidRefresh", method: "POST", path: "/api/v3/connected_accounts/{nanoid}/refresh", status: 200,
    needs: "path:nanoid",
    takes: "redirect_url",
    answers: "id status redirect_url",
  },
  {
    id: "postConnectedAccountsLink", method: "POST", path: "/api/v3/connected_accounts/link", status: 201,
    needs: "body:auth_config_id body:user_id",
    takes: "",
    answers: "link_token redirect_url expires_at connected_account_id",
  },
  {
    id: "getOrgProjectConfig", method: "GET", path: "/api/v3/org/project/config", status: 200,
    needs: "",
    takes: "",
    answers: "is_2FA_enabled mask_secret_keys_in_connected_account log_visibility_setting",
  },
  {
    id: "patchOrgProjectConfig", method: "PATCH", path: "/api/v3/org/project/config", status: 200,
    needs: "",
    takes: "",
    answers: "is_2FA_enabled mask_secret_keys_in_connected_account log_visibility_setting",
  },
  {
    id: "getToolkits", method: "GET", path: "/api/v3/toolkits", status: 200,
    needs: "",
    takes: "category managed_by sort_by include_deprecated search limit cursor",
    answers: "items[].slug items[].name items[].is_local_toolkit items[].meta.created_at items[].meta.updated_at items[].meta.description items[].meta.logo items[].meta.categories[].id items[].meta.categories[].name items[].meta.triggers_count items[].meta.tools_count items[].meta.version total_pages current_page total_items",
  },
  {
    id: "getToolkitsCategories", method: "GET", path: "/api/v3/toolkits/categories", status: 200,
    needs: "",
    takes: "",
    answers: "items[].name items[].id total_pages current_page total_items",
  },
  {
    id: "getToolkitsBySlug", method: "GET", path: "/api/v3/toolkits/{slug}", status: 200,
    needs: "path:slug",
    takes: "version",
    answers: "slug name enabled is_local_toolkit meta.created_at meta.updated_at meta.description meta.logo meta.categories[].name meta.categories[].slug meta.triggers_count meta.tools_count meta.version meta.available_versions",
  },
  {
    id: "getTools", method: "GET", path: "/api/v3/tools", status: 200,
    needs: "",
    takes: "toolkit_slug tool_slugs auth_config_ids important tags scopes search include_deprecated toolkit_versions limit cursor",
    answers: "items[].slug items[].name items[].description items[].toolkit.slug items[].toolkit.name items[].toolkit.logo items[].input_parameters items[].no_auth items[].available_versions items[].version items[].output_parameters items[].scopes items[].tags items[].is_deprecated total_pages current_page total_items",
  },
  {
    id: "getToolsEnum", method: "GET", path: "/api/v3/tools/enum", status: 200,
    needs: "",
    takes: "",
    answers: "",
  },
  {
    id: "getToolsByToolSlug", method: "GET", path: "/api/v3/tools/{tool_slug}", status: 200,
    needs: "path:tool_slug",
    takes: "version toolkit_versions",
    answers: "slug name description toolkit.slug toolkit.name toolkit.logo input_parameters no_auth available_versions version output_parameters scopes tags is_deprecated",
  },
  {
    id: "postToolkitsMulti", method: "POST", path: "/api/v3/toolkits/multi", status: 200,
    needs: "",
    takes: "",
    answers: "items[].slug items[].name items[].is_local_toolkit items[].meta.created_at items[].meta.updated_at items[].meta.description items[].meta.logo items[].meta.categories[].id items[].meta.categories[].name items[].meta.triggers_count items[].meta.tools_count items[].meta.version total_pages current_page total_items",
  },
  {
    id: "postToolsExecuteByToolSlug", method: "POST", path: "/api/v3/tools/execute/{tool_slug}", status: 200,
    needs: "path:tool_slug",
    takes: "",
    answers: "data error successful",
  },
  {
    id: "postToolsExecuteByToolSlugInput", method: "POST", path: "/api/v3/tools/execute/{tool_slug}/input", status: 200,
    needs: "path:tool_slug body:text",
    takes: "",
    answers: "",
  },
  {
    id: "postToolsExecuteProxy", method: "POST", path: "/api/v3/tools/execute/proxy", status: 200,
    needs: "body:endpoint body:method",
    takes: "",
    answers: "status",
  },
  {
    id: "getToolkitsChangelog", method: "GET", path: "/api/v3/toolkits/changelog", status: 200,
    needs: "",
    takes: "",
    answers: "items[].slug items[].name items[].display_name items[].versions[].version items[].versions[].changelog",
  },
  {
    id: "connectedAccounts.patch", method: "PATCH", path: "/api/v3/connected_accounts/{nanoid}", status: 200,
    needs: "path:nanoid",
    takes: "",
    answers: "success id status",
  },
  {
    id: "logs.createToolExecution", method: "POST", path: "/api/v3/logs/tool_execution", status: 200,
    needs: "",
    takes: "",
    answers: "logs[].id logs[].timestamp logs[].type logs[].status logs[].level logs[].metadata logs[].metrics logs[].parent next_cursor",
  },
  {
    id: "logs.retrieveToolExecution", method: "GET", path: "/api/v3/logs/tool_execution/{id}", status: 200,
    needs: "path:id",
    takes: "",
    answers: "id timestamp type status level metadata metrics parent",
  },
  {
    id: "internal.actionExecution.listFields", method: "GET", path: "/api/v3/internal/action_execution/fields", status: 200,
    needs: "",
    takes: "",
    answers: "fields",
  },
  {
    id: "internal.actionExecution.retrieveLog", method: "GET", path: "/api/v3/internal/action_execution/log/{id}", status: 200,
    needs: "path:id",
    takes: "",
    answers: "actionLogId actionId status app.name app.uniqueId app.icon version connection.id connection.entity session executionMetadata steps[].type steps[].startTime steps[].endTime steps[].totalDuration steps[].status steps[].message payloadReceived startTime endTime totalDuration response error",
  },
  {
    id: "internal.actionExecution.createLogs", method: "POST", path: "/api/v3/internal/action_execution/logs", status: 200,
    needs: "",
    takes: "",
    answers: "data[].id data[].actionKey data[].appKey data[].app.icon data[].app.name data[].connectedAccountId data[].entityId data[].status data[].executionTime data[].minimalResponse data[].createdAt nextCursor",
  },
  {
    id: "tools.retrieveRequiredScopes", method: "POST", path: "/api/v3/tools/scopes/required", status: 200,
    needs: "body:tools",
    takes: "",
    answers: "scopes_required per_tool_requirements[].tool per_tool_requirements[].scope_requirements",
  },
  {
    id: "getFilesList", method: "GET", path: "/api/v3/files/list", status: 200,
    needs: "",
    takes: "toolkit_slug tool_slug limit cursor",
    answers: "items[].toolkit_slug items[].tool_slug items[].filename items[].mimetype items[].md5 total_pages current_page total_items",
  },
  {
    id: "postFilesUploadRequest", method: "POST", path: "/api/v3/files/upload/request", status: 200,
    needs: "body:toolkit_slug body:tool_slug body:filename body:mimetype body:md5",
    takes: "",
    answers: "id key new_presigned_url newPresignedUrl type metadata.storage_backend",
  },
  {
    id: "getMcpServers", method: "GET", path: "/api/v3/mcp/servers", status: 200,
    needs: "",
    takes: "name toolkits auth_config_ids order_by order_direction page_no limit",
    answers: "items[].id items[].name items[].auth_config_ids items[].allowed_tools items[].mcp_url items[].toolkits items[].toolkit_icons items[].commands.cursor items[].commands.claude items[].commands.windsurf items[].updated_at items[].created_at items[].server_instance_count items[].managed_auth_via_composio total_pages current_page",
  },
  {
    id: "postMcpServers", method: "POST", path: "/api/v3/mcp/servers", status: 201,
    needs: "body:name body:auth_config_ids",
    takes: "",
    answers: "id name auth_config_ids allowed_tools mcp_url toolkits toolkit_icons commands.cursor commands.claude commands.windsurf updated_at created_at server_instance_count managed_auth_via_composio",
  },
  {
    id: "postMcpServersCustom", method: "POST", path: "/api/v3/mcp/servers/custom", status: 201,
    needs: "body:name",
    takes: "",
    answers: "id name auth_config_ids allowed_tools mcp_url commands.cursor commands.claude commands.windsurf",
  },
  {
    id: "postMcpServersGenerate", method: "POST", path: "/api/v3/mcp/servers/generate", status: 200,
    needs: "body:mcp_server_id",
    takes: "",
    answers: "mcp_url connected_account_urls user_ids_url",
  },
  {
    id: "getMcpById", method: "GET", path: "/api/v3/mcp/{id}", status: 200,
    needs: "path:id",
    takes: "",
    answers: "id name auth_config_ids allowed_tools mcp_url toolkits toolkit_icons commands.cursor commands.claude commands.windsurf updated_at created_at server_instance_count managed_auth_via_composio deleted",
  },
  {
    id: "patchMcpById", method: "PATCH", path: "/api/v3/mcp/{id}", status: 200,
    needs: "path:id",
    takes: "",
    answers: "id name auth_config_ids allowed_tools mcp_url toolkits toolkit_icons commands.cursor commands.claude commands.windsurf updated_at created_at server_instance_count managed_auth_via_composio deleted",
  },
  {
    id: "deleteMcpById", method: "DELETE", path: "/api/v3/mcp/{id}", status: 200,
    needs: "path:id",
    takes: "",
    answers: "id deleted",
  },
  {
    id: "getMcpAppByAppKey", method: "GET", path: "/api/v3/mcp/app/{appKey}", status: 200,
    needs: "path:appKey",
    takes: "name toolkits auth_config_ids order_by order_direction page_no limit",
    answers: "items[].id items[].name items[].auth_config_ids items[].allowed_tools items[].mcp_url items[].toolkits items[].toolkit_icons items[].commands.cursor items[].commands.claude items[].commands.windsurf items[].updated_at items[].created_at items[].server_instance_count items[].managed_auth_via_composio total_pages current_page",
  },
  {
    id: "getMcpServersByServerIdInstances", method: "GET", path: "/api/v3/mcp/servers/{serverId}/instances", status: 200,
    needs: "path:serverId",
    takes: "page_no limit search order_by order_direction",
    answers: "instances[].id instances[].instance_id instances[].mcp_server_id instances[].created_at instances[].updated_at server_id server_name total_pages current_page",
  },
  {
    id: "postMcpServersByServerIdInstances", method: "POST", path: "/api/v3/mcp/servers/{serverId}/instances", status: 201,
    needs: "path:serverId body:user_id",
    takes: "",
    answers: "id instance_id mcp_server_id created_at updated_at",
  },
  {
    id: "deleteMcpServersByServerIdInstancesByInstanceId", method: "DELETE", path: "/api/v3/mcp/servers/{serverId}/instances/{instanceId}", status: 200,
    needs: "path:serverId path:instanceId",
    takes: "",
    answers: "message deleted_connected_accounts",
  },
];

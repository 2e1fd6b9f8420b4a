/** The published description of the operations on sessions of agents. */
import type { PublishedOperation } from "./published-operation";

export const publishedSessions: readonly PublishedOperation[] = [
  {
    id: "postToolRouterSession",
    method: "POST",
    path: "/api/v3/tool_router/session",
    status: 201,
    needs: "body:user_id",
    takes: "",
    answers:
      "session_id mcp.type mcp.url tool_router_tools config.user_id config.preload.tools config.search config.execute config_version",
  },
  {
    id: "getToolRouterSessionBySessionId",
    method: "GET",
    path: "/api/v3/tool_router/session/{session_id}",
    status: 200,
    needs: "path:session_id",
    takes: "",
    answers:
      "session_id mcp.type mcp.url tool_router_tools config.user_id config.preload.tools config.search config.execute config_version",
  },
  {
    id: "toolRouter.session.patch",
    method: "PATCH",
    path: "/api/v3/tool_router/session/{session_id}",
    status: 200,
    needs: "path:session_id",
    takes: "",
    answers:
      "session_id mcp.type mcp.url tool_router_tools config.user_id config.preload.tools config.search config.execute config_version",
  },
  {
    id: "toolRouter.session.delete",
    method: "DELETE",
    path: "/api/v3/tool_router/session/{session_id}",
    status: 200,
    needs: "path:session_id",
    takes: "",
    answers: "session_id deleted",
  },
  {
    id: "toolRouter.session.attach",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/attach",
    status: 200,
    needs: "path:session_id",
    takes: "",
    answers:
      "session_id mcp.type mcp.url tool_router_tools config.user_id config.preload.tools config.search config.execute config_version",
  },
  {
    id: "toolRouter.session.configHistory",
    method: "GET",
    path: "/api/v3/tool_router/session/{session_id}/config_history",
    status: 200,
    needs: "path:session_id",
    takes: "limit cursor",
    answers:
      "items[].version items[].created_at items[].config.user_id items[].config.preload.tools " +
      "items[].config.search items[].config.execute items[].is_current total_pages current_page total_items",
  },
  {
    id: "postToolRouterSessionBySessionIdExecute",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/execute",
    status: 200,
    needs: "path:session_id body:tool_slug",
    takes: "",
    answers: "data error log_id",
  },
  {
    id: "postToolRouterSessionBySessionIdExecuteMeta",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/execute_meta",
    status: 200,
    needs: "path:session_id body:slug",
    takes: "",
    answers: "data error log_id",
  },
  {
    id: "toolRouter.session.search",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/search",
    status: 200,
    needs: "path:session_id body:queries",
    takes: "",
    answers:
      "success error results[].index results[].use_case results[].primary_tool_slugs " +
      "results[].related_tool_slugs results[].toolkits toolkit_connection_statuses[].toolkit " +
      "toolkit_connection_statuses[].description toolkit_connection_statuses[].has_active_connection " +
      "toolkit_connection_statuses[].status_message tool_schemas time_info.current_time_utc " +
      "time_info.current_time_utc_epoch_seconds time_info.message session.id session.generate_id " +
      "session.instructions next_steps_guidance",
  },
  {
    id: "toolRouter.session.tools",
    method: "GET",
    path: "/api/v3/tool_router/session/{session_id}/tools",
    status: 200,
    needs: "path:session_id",
    takes: "limit cursor",
    answers:
      "items[].slug items[].name items[].description items[].toolkit.slug items[].toolkit.name " +
      "items[].toolkit.logo items[].input_parameters items[].no_auth items[].available_versions " +
      "items[].version items[].output_parameters items[].scopes items[].scope_requirements items[].tags " +
      "items[].is_deprecated items[].deprecated.displayName items[].deprecated.version " +
      "items[].deprecated.available_versions items[].deprecated.is_deprecated " +
      "items[].deprecated.toolkit.logo total_pages current_page total_items",
  },
  {
    id: "getToolRouterSessionBySessionIdToolkits",
    method: "GET",
    path: "/api/v3/tool_router/session/{session_id}/toolkits",
    status: 200,
    needs: "path:session_id",
    takes: "limit cursor toolkits is_connected search",
    answers:
      "items[].name items[].slug items[].enabled items[].is_no_auth " +
      "items[].composio_managed_auth_schemes items[].meta.logo items[].meta.description " +
      "items[].connected_account total_pages current_page total_items",
  },
  {
    id: "postToolRouterSessionBySessionIdLink",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/link",
    status: 201,
    needs: "path:session_id body:toolkit",
    takes: "",
    answers: "link_token redirect_url connected_account_id",
  },
  {
    id: "toolRouter.session.proxyExecute",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/proxy_execute",
    status: 200,
    needs: "path:session_id body:toolkit_slug body:endpoint body:method",
    takes: "",
    answers: "status",
  },
  {
    id: "toolRouter.session.files.list",
    method: "GET",
    path: "/api/v3/tool_router/session/{session_id}/mounts/{mount_id}/items",
    status: 200,
    needs: "path:session_id path:mount_id",
    takes: "",
    answers: "items[].mount_relative_path items[].sandbox_mount_prefix items[].size items[].last_modified",
  },
  {
    id: "toolRouter.session.files.createUploadURL",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/mounts/{mount_id}/upload_url",
    status: 200,
    needs: "path:session_id path:mount_id body:mount_relative_path",
    takes: "",
    answers: "upload_url mount_relative_path sandbox_mount_prefix expires_at",
  },
  {
    id: "toolRouter.session.files.createDownloadURL",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/mounts/{mount_id}/download_url",
    status: 200,
    needs: "path:session_id path:mount_id body:mount_relative_path",
    takes: "",
    answers: "download_url mount_relative_path sandbox_mount_prefix expires_at",
  },
  {
    id: "toolRouter.session.files.delete",
    method: "POST",
    path: "/api/v3/tool_router/session/{session_id}/mounts/{mount_id}/delete",
    status: 200,
    needs: "path:session_id path:mount_id body:mount_relative_path",
    takes: "",
    answers: "mount_relative_path sandbox_mount_prefix",
  },
  {
    id: "postLabsToolRouterSession",
    method: "POST",
    path: "/api/v3/labs/tool_router/session",
    status: 201,
    needs: "body:user_id",
    takes: "",
    answers: "session_id chat_session_mcp_url tool_router_instance_mcp_url",
  },
  {
    id: "listSessionConfigs",
    method: "GET",
    path: "/api/v3/session_configs",
    status: 200,
    needs: "",
    takes: "search archived limit cursor",
    answers: "items[].id items[].name items[].archived items[].created_at items[].updated_at next_cursor",
  },
  {
    id: "getSessionConfig",
    method: "GET",
    path: "/api/v3/session_configs/{id}",
    status: 200,
    needs: "path:id",
    takes: "",
    answers: "id name archived created_at updated_at description config",
  },
];

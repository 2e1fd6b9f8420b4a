/** Facts of the published v3 description about auth configs and connected accounts. */
import type { PublishedOperation } from "./published-operation";

export const publishedConnections: readonly PublishedOperation[] = [
  {
    id: "postAuthConfigs",
    method: "POST",
    path: "/api/v3/auth_configs",
    status: 201,
    needs: "body:toolkit.slug",
    takes: "",
    answers: "toolkit.slug auth_config.id auth_config.auth_scheme auth_config.is_composio_managed",
  },
  {
    id: "getAuthConfigs",
    method: "GET",
    path: "/api/v3/auth_configs",
    status: 200,
    needs: "",
    takes: "is_composio_managed toolkit_slug show_disabled search limit cursor",
    answers:
      "items[].id items[].uuid items[].type items[].toolkit.slug items[].toolkit.logo items[].name " +
      "items[].status items[].no_of_connections items[].tool_access_config total_pages current_page " +
      "total_items",
  },
  {
    id: "getAuthConfigsByNanoid",
    method: "GET",
    path: "/api/v3/auth_configs/{nanoid}",
    status: 200,
    needs: "path:nanoid",
    takes: "",
    answers: "id uuid type toolkit.slug toolkit.logo name status no_of_connections tool_access_config",
  },
  {
    id: "patchAuthConfigsByNanoid",
    method: "PATCH",
    path: "/api/v3/auth_configs/{nanoid}",
    status: 200,
    needs: "path:nanoid",
    takes: "",
    answers: "success message",
  },
  {
    id: "deleteAuthConfigsByNanoid",
    method: "DELETE",
    path: "/api/v3/auth_configs/{nanoid}",
    status: 200,
    needs: "path:nanoid",
    takes: "",
    answers: "success message",
  },
  {
    id: "patchAuthConfigsByNanoidByStatus",
    method: "PATCH",
    path: "/api/v3/auth_configs/{nanoid}/{status}",
    status: 200,
    needs: "path:nanoid path:status",
    takes: "",
    answers: "success message",
  },
  {
    id: "getConnectedAccounts",
    method: "GET",
    path: "/api/v3/connected_accounts",
    status: 200,
    needs: "",
    takes:
      "toolkit_slugs statuses cursor limit user_ids auth_config_ids connected_account_ids order_by order_direction",
    answers:
      "items[].toolkit.slug items[].auth_config.id items[].auth_config.auth_scheme " +
      "items[].auth_config.is_composio_managed items[].auth_config.is_disabled items[].id " +
      "items[].user_id items[].status items[].created_at items[].updated_at items[].state items[].data " +
      "items[].status_reason items[].is_disabled total_pages current_page total_items",
  },
  {
    id: "postConnectedAccounts",
    method: "POST",
    path: "/api/v3/connected_accounts",
    status: 201,
    needs: "body:auth_config.id body:connection",
    takes: "",
    answers: "id connectionData status redirect_url redirect_uri",
  },
  {
    id: "getConnectedAccountsByNanoid",
    method: "GET",
    path: "/api/v3/connected_accounts/{nanoid}",
    status: 200,
    needs: "path:nanoid",
    takes: "",
    answers:
      "toolkit.slug auth_config.id auth_config.auth_scheme auth_config.is_composio_managed " +
      "auth_config.is_disabled id user_id status created_at updated_at state data status_reason " +
      "is_disabled params",
  },
  {
    id: "deleteConnectedAccountsByNanoid",
    method: "DELETE",
    path: "/api/v3/connected_accounts/{nanoid}",
    status: 200,
    needs: "path:nanoid",
    takes: "",
    answers: "success",
  },
  {
    id: "patchConnectedAccountsByNanoIdStatus",
    method: "PATCH",
    path: "/api/v3/connected_accounts/{nanoid}/status",
    status: 200,
    needs: "path:nanoid body:enabled",
    takes: "",
    answers: "success",
  },
  {
    id: "postConnectedAccountsByNanoidRefresh",
    method: "POST",
    path: "/api/v3/connected_accounts/{nanoid}/refresh",
    status: 200,
    needs: "path:nanoid",
    takes: "redirect_url",
    answers: "id status redirect_url",
  },
  {
    id: "postConnectedAccountsLink",
    method: "POST",
    path: "/api/v3/connected_accounts/link",
    status: 201,
    needs: "body:auth_config_id body:user_id",
    takes: "",
    answers: "link_token redirect_url expires_at connected_account_id",
  },
  {
    id: "connectedAccounts.patch",
    method: "PATCH",
    path: "/api/v3/connected_accounts/{nanoid}",
    status: 200,
    needs: "path:nanoid",
    takes: "",
    answers: "success id status",
  },
];

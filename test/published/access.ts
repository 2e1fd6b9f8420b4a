/** The published description of the operations on callers, keys, organizations and projects. */
import type { PublishedOperation } from "./published-operation";

export const publishedAccess: readonly PublishedOperation[] = [
  {
    id: "apiKeyRevocation.create",
    method: "POST",
    path: "/api/v3/api_key_revocation",
    status: 200,
    needs: "body:api_keys",
    takes: "",
    answers: "received",
  },
  {
    id: "cli.createCodactFailure",
    method: "POST",
    path: "/api/v3/cli/codact_failures",
    status: 200,
    needs: "body:failure_type body:ctx body:session",
    takes: "",
    answers: "tracked id",
  },
  {
    id: "org.clanker.createClaim",
    method: "POST",
    path: "/api/v3/org/clanker/create_claim",
    status: 200,
    needs: "body:human_email",
    takes: "",
    answers: "claim_slug expires_at",
  },
  {
    id: "org.consumer.project.resolve",
    method: "POST",
    path: "/api/v3/org/consumer/project/resolve",
    status: 200,
    needs: "",
    takes: "",
    answers: "project_id project_nano_id project_name org_id project_type consumer_user_id",
  },
  {
    id: "org.consumer.listConnectedToolkits",
    method: "GET",
    path: "/api/v3/org/consumer/connected_toolkits",
    status: 200,
    needs: "query:user_id",
    takes: "",
    answers: "toolkits",
  },
  {
    id: "getMigrationGetNanoid",
    method: "GET",
    path: "/api/v3/migration/get-nanoid",
    status: 200,
    needs: "query:uuid query:type",
    takes: "",
    answers: "nanoid",
  },
  {
    id: "cli.createSession",
    method: "POST",
    path: "/api/v3/cli/create-session",
    status: 200,
    needs: "",
    takes: "",
    answers: "id code expiresAt status scope",
  },
  {
    id: "cli.getSession",
    method: "GET",
    path: "/api/v3/cli/get-session",
    status: 200,
    needs: "query:id",
    takes: "id",
    answers: "id code status expiresAt account account.id account.email account.name api_key scope",
  },
  {
    id: "cli.realtime.credentials",
    method: "GET",
    path: "/api/v3/cli/realtime/credentials",
    status: 200,
    needs: "",
    takes: "",
    answers: "pusher_key pusher_cluster project_id",
  },
  {
    id: "cli.realtime.auth",
    method: "POST",
    path: "/api/v3/cli/realtime/auth",
    status: 200,
    needs: "body:channel_name body:socket_id",
    takes: "",
    answers: "auth",
  },
  {
    id: "getAuthSessionInfo",
    method: "GET",
    path: "/api/v3/auth/session/info",
    status: 200,
    needs: "",
    takes: "",
    answers:
      "project.auto_id project.id project.org_id project.name project.email project.nano_id project.created_at " +
      "project.updated_at project.webhook_url project.event_webhook_url project.webhook_secret " +
      "project.triggers_enabled project.last_subscribed_at project.deleted project.is_new_webhook " +
      "project.webhook_version project.org.id project.org.name project.org.plan api_key org_member.id " +
      "api_key.auto_id api_key.id api_key.name api_key.project_id api_key.org_member_id api_key.created_at " +
      "api_key.updated_at api_key.deleted_at api_key.key api_key.deleted " +
      "org_member.email org_member.name org_member.role org_member.metadata",
  },
  {
    id: "org.list",
    method: "GET",
    path: "/api/v3/org/list",
    status: 200,
    needs: "",
    takes: "limit cursor",
    answers:
      "organizations organizations[].id organizations[].name organizations[].created_at organizations[].updated_at " +
      "total_pages current_page total_items",
  },
  {
    id: "org.project.list",
    method: "GET",
    path: "/api/v3/org/project/list",
    status: 200,
    needs: "",
    takes: "list_all_org_projects limit cursor",
    answers:
      "data data[].id data[].org_id data[].name data[].email data[].created_at data[].updated_at " +
      "data[].webhook_version data[].deleted total_pages current_page total_items",
  },
  {
    id: "getOrgOwnerProjectList",
    method: "GET",
    path: "/api/v3/org/owner/project/list",
    status: 200,
    needs: "",
    takes: "limit cursor",
    answers:
      "data data[].id data[].org_id data[].name data[].email data[].created_at data[].updated_at data[].webhook_url " +
      "data[].event_webhook_url data[].webhook_secret data[].webhook_version data[].deleted " +
      "total_pages current_page total_items",
  },
  {
    id: "postOrgOwnerProjectNew",
    method: "POST",
    path: "/api/v3/org/owner/project/new",
    status: 200,
    needs: "body:name",
    takes: "",
    answers: "id api_key",
  },
  {
    id: "getOrgOwnerProjectByNanoId",
    method: "GET",
    path: "/api/v3/org/owner/project/{nano_id}",
    status: 200,
    needs: "path:nano_id",
    takes: "",
    answers:
      "id org_id name email created_at updated_at webhook_url event_webhook_url webhook_secret webhook_version deleted " +
      "api_keys api_keys[].id api_keys[].name api_keys[].key api_keys[].created_at",
  },
  {
    id: "postOrgOwnerProjectByNanoIdRegenerateApiKey",
    method: "POST",
    path: "/api/v3/org/owner/project/{nano_id}/regenerate_api_key",
    status: 200,
    needs: "path:nano_id",
    takes: "",
    answers: "api_key.id api_key.name api_key.key api_key.created_at message",
  },
  {
    id: "deleteOrgOwnerProjectByNanoId",
    method: "DELETE",
    path: "/api/v3/org/owner/project/{nano_id}",
    status: 200,
    needs: "path:nano_id",
    takes: "revoke_on_delete",
    answers: "status",
  },
  {
    id: "getOrgProjectConfig",
    method: "GET",
    path: "/api/v3/org/project/config",
    status: 200,
    needs: "",
    takes: "",
    answers: "is_2FA_enabled mask_secret_keys_in_connected_account log_visibility_setting",
  },
  {
    id: "patchOrgProjectConfig",
    method: "PATCH",
    path: "/api/v3/org/project/config",
    status: 200,
    needs: "",
    takes: "",
    answers: "is_2FA_enabled mask_secret_keys_in_connected_account log_visibility_setting",
  },
];

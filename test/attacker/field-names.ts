/** The kind of object that each parameter or field names: an object of a tenant, or null. */
import type { Kind } from "./kinds";

/** Texts that name nothing of a tenant. A field that is neither here nor known below makes the test fail. */
export const PLAIN = new Set(
  `accent_color account_type actor address after alias allow_tracing allowed_tools also appKey apps authScheme auth_scheme base64 baseURL
  base_url body by callback_url category client_auth client_id client_secret content content_type custom_description custom_tools
  deprecated_app_id deprecated_status display_name enabled_events endpoint event_type expected fields filename format
  from given_fields if_updated_at message condition on_failure in key kind language limit
  log_visibility_setting logo_url managed_by mcp_default_user_id md5 method mimetype name no_auth_apps
  oauth_callback_verifier_url oauth_redirect_uri redirectUri toolkit_versions_as_of
  opener_origin operation operator order order_by order_direction page page_no proxy_auth_key proxy_url query range redirect_uri
  redirect_url request restrict_to_following_tools scheme scopes shown slug slugs sort_by state status statuses system_prompt
  addresses api_key api_key_allowed_ips api_keys channel_name cli_key preset provider socket_id tags task
  decision reason rule
  app_url mcp_url mime_type discovery_url hash next_key search_strategy
  default description destination disable enable extends_toolkit hosts known_fields link_url_overwrite model mount_relative_path
  mount_relative_prefix request_state require_approval sandbox_size toolkit use_case user_timezone webhook_url
  approver server security user password bot_token signing_secret api_url channel email role made_by outcome request_id
  default_role domain group groups_claim
  human_email uuid
  sealed_credentials include exclude available_scopes toolkit_version entity_types group_by
  path time trigger_id trigger_slug egress_url
  receipts text to tool_slug tool_slugs toolkitSlug toolkit_slug toolkit_slugs toolkit_versions toolkits tools
  trigger_names triggerNames
  code ids of source
  app_url document integration logo operations schemas_of
  connect_frame_origins browser_origins audience issuer jwks_url return_to sign_in_url toolkits_claim user_claim
  action actionName actions additionalFields app appId appName appNames callbackURL labels limitedActions maxActionsPerTask
  openApiSpecYaml integrationYaml open_api_spec_yaml integration_yaml
  customDescription systemPrompt
  users api_keys accounts values detectors place paths replacement
  allowTracing logsType minActionsPerTask pageSize redirectURL sessionInfo sortBy uniqueKey useCase usecaseLimit
  tools_available_for_execution tools_for_connected_account_creation type url user_scopes value version`.split(/\s+/),
);

/** The kind of object that a path parameter names, by the segment before it; null for shared objects. */
export const BY_SEGMENT: Readonly<Record<string, Kind | null>> = {
  auth_configs: "config",
  connected_accounts: "account",
  connectedAccounts: "account",
  connections: "account",
  integrations: "config",
  enable: "account",
  instance: "trigger",
  disable: "trigger",
  apps: null,
  docs: null,
  "{group}": null,
  actions: null,
  upload: null,
  // An entity type.
  usage: null,
  // The name of a trigger type after the account.
  "{connectedAccountId}": null,
  api_keys: "key",
  members: "member",
  invitations: "invitation",
  providers: "ssoProvider",
  domains: "ssoDomain",
  // The provider that a browser comes back from: lib/access/sso tries others.
  sso: null,
  managed_apps: "app",
  users: "user",
  tool_execution: "log",
  log: "log",
  revocations: "revocation",
  wrong_results: "wrongResult",
  recipes: "recipe",
  // The caller's own sign-ins: lib/access/sign-in/list-sign-ins tries those of others.
  sign_ins: null,
  // The caller's own passkeys: lib/access/factors/passkeys tries those of others.
  passkeys: null,
  notebooks: "notebook",
  own_toolkits: "ownToolkit",
  added_tools: "addedTool",
  // Older addresses of what happens to a toolkit of one's own.
  status: "ownToolkit",
  logs: "ownToolkit",
  delete: "ownToolkit",
  views: "view",
  session: "agentSession",
  sessions: "agentSession",
  access_keys: "sessionKey",
  calls: "log",
  session_configs: "savedConfig",
  manage: "trigger",
  triggers: "trigger",
  webhook_endpoints: "webhookEndpoint",
  triggers_types: null,
  trigger_instances: null,
  webhook_ingress: null,
  "{toolkit}": "webhookEndpoint",
  // The project in the older address of providers' reports.
  "{slug}": null,
  // Uploaded logos are public, and their URLs contain it too.
  project: "project",
  // So are those of toolkits.
  toolkit: null,
  approvals: "approval",
  approval_rules: null,
  approval_slack: "project",
  policies: "policy",
  webhook_subscriptions: "webhook",
  inboxes: "inbox",
  events: "event",
  mounts: null,
  mcp: "server",
  // The addresses of MCP servers in an older form.
  server: "server",
  // The addresses of sessions for MCP clients.
  tool_router: "agentSession",
  v3: "agentSession",
  "tool-router": "agentSession",
  servers: "server",
  instances: "user",
  toolkits: null,
  tools: null,
  execute: null,
  app: null,
  logos: null,
  connect: null,
  approve: null,
  clients: "mcpClient",
  programs: "mcpClient",
  "sign-in": null,
  // The address of any MCP server. Every caller gets the same answer about it.
  "oauth-protected-resource": null,
  "{door}": null,
  "{kind}": null,
  "{id}": null,
  "{end}": null,
  files: null,
  "{ticket}": null,
};

/** The kind of object that a field of a query or body names. */
export const BY_NAME: Readonly<Record<string, Kind>> = {
  members: "member",
  auth_config_id: "config",
  auth_config_ids: "config",
  connected_account_id: "account",
  connected_account_ids: "account",
  user_id: "user",
  user_ids: "user",
  entity_id: "user",
  access: "user",
  allowed_user_ids: "user",
  not_allowed_user_ids: "user",
  mcp_server_id: "server",
  session_uri: "callback",
  file: "file",
  provider_id: "ssoProvider",
  session_config_id: "savedConfig",
  session_id: "agentSession",
  sessionId: "agentSession",
  account: "account",
  // Of an event in the audit trail: the id of whatever it is about.
  target: "account",
  project_id: "project",
  search: "user",
  trigger_ids: "trigger",
  triggerIds: "trigger",
  connectedAuthId: "account",
  connectedAccountId: "account",
  connectionId: "account",
  integrationIds: "config",
  user_uuid: "user",
  userUuid: "user",
  connectedAccountIds: "account",
  authConfigIds: "config",
  deprecatedConnectedAccountUuids: "account",
  deprecatedAuthConfigUuids: "config",
  subscription_id: "webhook",
  stream_subscription_id: "webhook",
  sent_to: "webhook",
  endpoint_id: "webhookEndpoint",
  integrationId: "config",
  entityId: "user",
  userId: "user",
};

/**
 * Fields whose meaning depends on the choice in another field of the same input: each choice, with the kind of object
 * it names.
 */
export const BY_CHOICE: Readonly<Record<string, Readonly<Record<string, Kind | null>>>> = {
  "logs.createToolExecution": {
    tool_slug: null,
    toolkit_slug: null,
    status: null,
    session_id: null,
    mcp_server_id: "server",
    api_key_id: "key",
    sandbox_id: null,
    request_id: null,
    error_code: null,
    connected_account_id: "account",
    auth_config_id: "config",
    user_id: "user",
    log_id: "log",
    trigger_id: null,
    trigger_name: null,
  },
};

/** Every way to name another tenant's thing in an operation, made from the operation itself. */
import type { Operation } from "@/lib/contract/operation";
import { toUuid } from "@/lib/kernel/ids";
import { mcpEndpointApi } from "@/lib/mcp/endpoint/contract";
import { manageMcpApi } from "@/lib/mcp/endpoint/manage.contract";
import { sessionMcpApi } from "@/lib/mcp/sessions/contract";
import { type Field, fieldsOf, type Part } from "./operation-fields";
import { toAddedTool } from "./belongings";
import type { Kind } from "./kinds";
import type { Tenant } from "./tenants";
import { BY_CHOICE, BY_NAME, BY_SEGMENT, PLAIN } from "./field-names";
import { type Attack, put, type RequestInput } from "./attack";
import { ORGANIZATION_BODIES } from "./organization-bodies";
import { attacksByOwnNames } from "./own-names";

const MCP: readonly Operation[] = [mcpEndpointApi, sessionMcpApi, manageMcpApi].flatMap((api) => Object.values(api));

let serverCount = 0;

const MCP_TOOLKIT = { name: "Made", mcp_url: "http://127.0.0.1:1/mcp", auth_schemes: [{ mode: "NO_AUTH" }] };

const FOR_A_USER = ["postMcpServersByServerIdInstances", "endMcpAddress", "createSignInLink", "postToolRouterSession"];
const PROJECT_WEBHOOK = ["org.project.webhook.update", "org.project.webhook.delete"];
const sameBody = (body: unknown, ...ids: string[]) => Object.fromEntries(ids.map((id) => [id, body]));
/** The input that each operation needs besides ids, with ids of the caller's own. */
function baseOf(op: Operation, tenant: Tenant): { query?: Record<string, unknown>; body?: Record<string, unknown> } {
  const { config, server, account } = tenant.ids;
  const bodies: Record<string, Record<string, unknown>> = {
    postConnectedAccounts: {
      auth_config: { id: config },
      connection: { state: { authScheme: "API_KEY", val: { api_key: "k" } } },
    },
    postConnectedAccountsLink: { auth_config_id: config, user_id: "mallory" },
    // A session can be redeemed once: the attacker's own would tell two attacks apart.
    postConnectedAccountsCompleteAuth: { session_uri: "urn:patchbay:callback:used", user_id: tenant.ids.user },
    "connectedAccounts.patch": { alias: "Taken over" },
    patchConnectedAccountsByNanoIdStatus: { enabled: false },
    postAuthConfigs: { toolkit: { slug: "loopback" }, auth_config: { type: "use_custom_auth", authScheme: "API_KEY" } },
    patchAuthConfigsByNanoid: { type: "custom", name: "Taken over" },
    updateManagedApp: { client_id: "taken over" },
    startRevocation: { scope: "user" },
    "toolkits.recommendScopes": { tools: [] },
    postToolsExecuteByToolSlug: { user_id: "mallory", arguments: { q: "x" }, version: "latest" },
    postToolsExecuteByToolSlugInput: { text: "read" },
    postFilesUploadRequest: {
      ...{ toolkit_slug: "loopback", tool_slug: "LOOPBACK_READ", filename: "a", mimetype: "text/plain" },
      md5: "0".repeat(32),
    },
    postToolsExecuteProxy: { connected_account_id: account, endpoint: "/read", method: "GET" },
    postMcpServers: { name: `Made ${++serverCount}`, auth_config_ids: [config] },
    postMcpServersCustom: { name: `Made ${++serverCount}`, toolkits: ["loopback"] },
    postMcpServersGenerate: { mcp_server_id: server, user_ids: ["mallory"] },
    patchMcpById: { name: `Made ${++serverCount}` },
    ...sameBody({ user_id: "mallory" }, ...FOR_A_USER),
    postOrgOwnerProjectNew: { name: `made-${++serverCount}` },
    ...Object.fromEntries(
      ["read", "confirm", "cancel"].map((verb) => [
        `cliSessions.${verb}`,
        { cli_key: "cli_nobodys", ...(verb === "confirm" && { code: "AAAA-AAAA" }) },
      ]),
    ),
    "cli.realtime.auth": { socket_id: "1.1", channel_name: `private-${tenant.projectId}_triggers` },
    ...sameBody({ name: "Made" }, "organizationKeys.create", "userKeys.create"),
    "inboxes.acknowledge": { receipts: ["1.ibc_x"] },
    "inboxes.changeVisibility": { receipts: ["1.ibc_x"], visibility_seconds: 0 },
    ...sameBody({ format: "jsonl" }, "exportAuditEvents", "exportToolLogs", "exportEvents"),
    createApprovalLink: { approver: "mallory" },
    setToolWebhook: { url: "http://127.0.0.1:1/", before_execute: false },
    "org.clanker.createClaim": { human_email: "mallory@example.com" },
    "apiKeys.rotate": { overlap_hours: 0 },
    "browserTokens.create": { user_id: "mallory", minutes: 5, tools: ["LOOPBACK_READ"] },
    createApiKey: { name: "Made", limits: { user_ids: ["mallory"] } },
    createMcpMachineClient: { name: "Made", mcp_server_id: server, user_id: "mallory" },
    describeMcpTool: { name: `made_${++serverCount}` },
    postToolkitsMulti: { toolkits: ["loopback"] },
    ...sameBody({ tools: ["LOOPBACK_READ"] }, "tools.retrieveRequiredScopes", "tools.askScopesRequired"),
    ...sameBody({ type: "event", webhook_url: "http://127.0.0.1:1/" }, ...PROJECT_WEBHOOK),
    ...Object.fromEntries(MCP.map(({ id }) => [id, { jsonrpc: "2.0", id: 1, method: "tools/list" }])),
    checkToolCalls: { text: '{"tool": "LOOPBACK_READ", "arguments": { "q": "x" }}' },
    findTools: { request: "read" },
    postLabsToolRouterSession: { user_id: "mallory", config: { toolkits: [{ toolkit: "loopback" }] } },
    postToolRouterSessionBySessionIdExecute: { tool_slug: "LOOPBACK_READ", arguments: { q: "x" } },
    postToolRouterSessionBySessionIdExecuteMeta: { slug: "COMPOSIO_SEARCH_TOOLS", arguments: { query: "read" } },
    "toolRouter.session.search": { queries: [{ use_case: "read" }] },
    postToolRouterSessionBySessionIdLink: { toolkit: "loopback" },
    "toolRouter.session.proxyExecute": { toolkit_slug: "loopback", endpoint: "/read", method: "GET" },
    "toolRouter.session.files.createUploadURL": { mount_relative_path: "a.txt" },
    "toolRouter.session.files.createDownloadURL": { mount_relative_path: "a.txt" },
    "toolRouter.session.files.delete": { mount_relative_path: "a.txt" },
    chatInSession: { session_id: tenant.ids.agentSession, message: "read" },
    runConsoleAgent: { session_id: tenant.ids.agentSession, task: "read" },
    "webhookSubscriptions.create": { webhook_url: "http://127.0.0.1:1/", enabled_events: ["composio.trigger.message"] },
    "webhookSubscriptions.update": { paused: true },
    resendEvents: { subscription_id: tenant.ids.webhook },
    replayEvent: { subscription_id: tenant.ids.webhook, url: "http://127.0.0.1:1/" },
    createSessionConfig: { name: `Made ${++serverCount}`, config: {} },
    updateSessionConfig: { description: "Taken over" },
    decideApproval: { decision: "deny" },
    decideApprovals: { action: "deny", filter: { session_id: "trs_nobody" } },
    changeConnectedAccounts: { action: "disable", filter: { user_ids: ["nobody"] } },
    changeTriggers: { action: "disable", filter: { user_ids: ["nobody"] } },
    setApprovalRule: { rule: "always_allow" },
    createPolicy: { name: "Taken over", action: { type: "log" } },
    simulatePolicy: { action: { type: "log" } },
    updatePolicy: { enabled: false },
    ...sameBody({ ids: [tenant.ids.policy] }, "orderPolicies", "organizationPolicies.order"),
    updateApprovalPolicy: { expires_in_seconds: 60 },
    runWorkbenchCode: { language: "python", code: "1" },
    completeWorkbenchCode: { code: "a", position: 1 },
    ...ORGANIZATION_BODIES,
    createInvitation: { email: `made${++serverCount}@example.com`, role: "viewer" },
    ...{ createNotebook: { name: "Made" }, updateNotebook: { expected_version: 1 } },
    createAddedTool: { toolkit_slug: "loopback", tool: toAddedTool(`made${++serverCount}`) },
    tryAddedTool: { toolkit_slug: "loopback", tool: toAddedTool("made") },
    tryOwnToolkit: { tool_slug: "MADE" },
    previewAddedTool: { toolkit_slug: "loopback", tool: toAddedTool("made") },
    readGraphqlOperations: { toolkit_slug: "loopback" },
    replaceAddedTool: { tool: toAddedTool("taken over") },
    rollBackOwnToolkit: { version: "20260101_00" },
    createSavedView: { page: "tool_logs", name: `Made ${++serverCount}`, filters: { tool: "x" } },
    updateSavedView: { name: "Taken over" },
    markWrongResult: { request: "read", shown: ["LOOPBACK_READ"] },
    postTriggerInstancesBySlugUpsert: { connected_account_id: account, trigger_config: {} },
    patchTriggerInstancesManageByTriggerId: { status: "disable" },
    "webhookEndpoints.create": { toolkit_slug: "loopback", client_id: "an app" },
    "webhookEndpoints.replace": { data: {} },
    "webhookEndpoints.update": { data: {} },
    "v1.integrations.create": { appId: "loopback", authScheme: "API_KEY", forceNewIntegration: true },
    "v1.integrations.change": { enabled: false },
    "v2.integrations.create": { app: { uniqueKey: "loopback" } },
    "v2.integrations.search": { app: { uniqueKey: "loopback" } },
    "v2.actions.inputs": { text: "read" },
    "v1.triggers.webhookFormat": { isNewWebhook: true },
    "v2.integrations.getOrCreate": { app: { uniqueKey: "loopback" } },
    "v1.connectedAccounts.create": { integrationId: config, entityId: "mallory" },
    "v2.connectedAccounts.initiate": { app: { integrationId: config }, connection: { entityId: "mallory" } },
    "v2.actions.execute": { entityId: "mallory", input: { q: "x" } },
    "v1.actions.execute": { entityId: "mallory", input: { q: "x" } },
    "v1.actions.proxy": { connectedAccountId: account, endpoint: "/read", method: "GET" },
    "v2.actions.proxy": { connectedAccountId: account, endpoint: "/read", method: "GET" },
    "v2.actions.upload": { action: "LOOPBACK_READ", filename: "a", mimetype: "text/plain", md5: "0".repeat(32) },
    "v1.triggers.enable": { triggerConfig: {} },
    "v1.triggers.status": { enabled: false },
    ...sameBody({ callbackURL: "http://127.0.0.1:1/" }, "v1.triggers.setCallbackUrl", "v1.triggers.setCallbackURL"),
    createCustomToolkit: { user_id: "mallory", toolkit_config: MCP_TOOLKIT },
    upsertCustomToolkit: { slug: "made", toolkit_config: MCP_TOOLKIT },
    syncCustomToolkit: { slug: "made" },
    updateCustomToolkit: { toolkit_config: { name: "Taken over" } },
    ...sameBody({ tools: [{ name: "a", hash: "0".repeat(64) }] }, "approveOwnMcpTools", "rejectOwnMcpTools"),
    previewConnectPage: { toolkit_slug: "loopback", scheme: "API_KEY" },
  };
  const queries: Record<string, Record<string, unknown>> = {
    getMigrationGetNanoid: { uuid: toUuid(config), type: "AUTH_CONFIG" },
    "webhookEndpoints.schema": { toolkit_slug: "loopback" },
    listSavedViews: { page: "tool_logs" },
    listUsageBy: { by: "user" },
    "org.project.webhook.retrieve": { type: "event" },
    "v2.actions.search": { useCase: "read" },
    getToolkitVersionDiff: { from: "20260101_00", to: "20260101_00" },
    ...Object.fromEntries(
      MCP.map(({ id }) => [id, { user_id: "mallory", connection: "00000000-0000-4000-8000-000000000000" }]),
    ),
  };
  return { ...(bodies[op.id] && { body: bodies[op.id] }), ...(queries[op.id] && { query: queries[op.id] }) };
}

const GLOBAL: Readonly<Record<string, string>> = {
  slug: "loopback",
  appKey: "loopback",
  tool_slug: "LOOPBACK_READ",
  appName: "loopback",
  actionId: "LOOPBACK_READ",
  fileType: "request",
  triggerName: "LOOPBACK_EVENT",
  subject: "LOOPBACK_READ",
  status: "DISABLED",
  mount_id: "files",
  door: "v3",
  kind: "mcp",
  group: "start",
  guide: "first-call.md",
};

type PathIds = Record<string, Kind>;

/** Kinds by the segment before the last: `/trigger/log/{id}`, `/project/delete/{projectId}`. */
const BY_OUTER_SEGMENT: Readonly<Record<string, Kind>> = { trigger: "event", project: "project" };

/** The ids that a path takes, by parameter. @throws for a parameter that the table does not know */
function pathIds(op: Operation): PathIds {
  const ids: PathIds = {};
  const segments = op.path.split("/");
  for (const [index, segment] of segments.entries()) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined || name === "status") continue;
    const kind = BY_OUTER_SEGMENT[segments[index - 2] ?? ""] ?? BY_SEGMENT[segments[index - 1] ?? ""];
    if (kind === undefined) throw new Error(`${op.id}: what does {${name}} of its path name? Add it to BY_SEGMENT.`);
    if (kind !== null) ids[name] = kind;
  }
  return ids;
}

const paramsOf = (op: Operation, ids: PathIds, tenant: Tenant): Record<string, unknown> => ({
  ...Object.fromEntries(
    [...op.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]) =>
      GLOBAL[name] !== undefined ? [[name, op.id === "getToolRequest" ? "LOOPBACK_READ" : GLOBAL[name]]] : [],
    ),
  ),
  ...Object.fromEntries(Object.entries(ids).map(([name, kind]) => [name, tenant.ids[kind]])),
});

const FILTERS: Readonly<Record<string, Part>> = { "filters.[].value": "body", "search_params.[].value": "body" };

/** A filter for each thing of a tenant that a log can be searched by. */
function filterAttacks(
  op: Operation,
  input: RequestInput,
  place: string,
  fields: readonly Field[],
  victim: Tenant,
): Attack[] {
  const kinds = BY_CHOICE["logs.createToolExecution"] ?? {};
  const options = fields.find(({ name }) => name === "field")?.options ?? Object.keys(kinds);
  const [list = "", , ...rest] = place.split(".");
  return options.flatMap((field) => {
    const kind = kinds[field];
    if (kind === undefined) throw new Error(`${op.id}: what does the filter ${field} name? Add it to BY_CHOICE.`);
    if (kind === null) return [];
    const filter = { field, [list === "filters" ? "operator" : "operation"]: "==", [rest[0] ?? ""]: victim.ids[kind] };
    return [{ op, by: `${list} ${field}`, sent: { ...input, body: { ...input.body, [list]: [filter] } } }];
  });
}

/** The kind of object that `target` names, in each scope of a revocation. */
const SCOPES: Readonly<Record<string, Kind>> = { user: "user", auth_config: "config" };

/** Fields that name nothing of a tenant at these places. A conversation is what a person and a model have written. */
const PLAIN_PLACES =
  /^(?:filters|search_params)\.\[\]\.field$|^hooks\.\[\]\.id$|^history\.\[\]\.|^api_key_permissions\.\[\]\./;

function fieldAttacks(op: Operation, input: RequestInput, fields: readonly Field[], victim: Tenant): Attack[] {
  return fields.flatMap((field) => {
    const place = field.path.join(".");
    // Filters of events are looked at when an event comes: they find nothing of anybody.
    if (FILTERS[place] && !fields.some(({ path }) => path.join(".") === "filters.[].path"))
      return filterAttacks(op, input, place, fields, victim);
    if (PLAIN_PLACES.test(place) || PLAIN.has(field.name)) return [];
    if (field.name === "target" && op.id === "startRevocation")
      return Object.entries(SCOPES).map(([scope, kind]) => ({
        op,
        by: `target of ${scope}`,
        sent: { ...input, body: { scope, target: victim.ids[kind] } },
      }));
    if (field.name === "cursor") return [{ op, by: "cursor", sent: input }];
    const kind = field.name === "id" && place === "auth_config.id" ? "config" : BY_NAME[field.name];
    if (!kind)
      throw new Error(
        `${op.id}: what does ${field.part}.${place} name? Add it to BY_NAME, or to PLAIN if nothing of a tenant.`,
      );
    return [{ op, by: `${field.part}.${place}`, sent: put(input, field, victim.ids[kind]) }];
  });
}

/** A tenant's request about its own objects, with all required input. */
export const usualRequest = (op: Operation, tenant: Tenant): RequestInput => ({
  query: {},
  body: {},
  ...baseOf(op, tenant),
  params: paramsOf(op, pathIds(op), tenant),
});

/**
 * All attacks on an operation: the victim's ids in its path, and each of its other fields that can name a thing of the
 * victim's, with the attacker's own ids in the path. An operation without any is asked as it is, when it only reads.
 * @throws Error for a field that the table does not know
 */
export function attacksOn(op: Operation, victim: Tenant, attacker: Tenant): Attack[] {
  const ids = pathIds(op);
  const ownRequest = usualRequest(op, attacker);
  const fields = fieldsOf(op).filter(({ part }) => part !== "params");
  const onPath =
    Object.keys(ids).length > 0 ? [{ op, by: "path", sent: { ...ownRequest, params: paramsOf(op, ids, victim) } }] : [];
  const attacks = [
    ...onPath,
    ...fieldAttacks(op, ownRequest, fields, victim),
    ...attacksByOwnNames(op, ownRequest, fields, victim),
  ];
  const reads = op.permission.endsWith(":read");
  return attacks.some(({ by }) => by !== "cursor") || !reads
    ? attacks
    : [...attacks, { op, by: "none", sent: ownRequest }];
}

/**
 * Names that the table calls plain and that stand in no operation: left over, they would hide a new field of that name.
 */
export function unusedNames(operations: readonly Operation[]): string[] {
  const fieldNames = new Set(operations.flatMap((op) => fieldsOf(op).map(({ name }) => name)));
  return [...PLAIN].filter((name) => !fieldNames.has(name));
}

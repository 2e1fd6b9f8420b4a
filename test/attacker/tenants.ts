/** Two tenants of one server: the victim, with one object of every kind, and the attacker, with the same kinds. */
import { recordMessage } from "@/lib/approval-messages/record-message";
import { createApprovalLink } from "@/lib/approval-links/open-approval-link";
import { gunzipSync } from "node:zlib";
import { tryDecide } from "@/lib/sessions/approvals/decide-call";
import { updatePolicy } from "@/lib/sessions/rules/read-policy";
import { setRule } from "@/lib/sessions/rules/approval-rules";
import { upsertRecipe } from "@/lib/find/own-recipes/recipes";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createCallbackSession } from "@/lib/connected-accounts/connect/create-callback-session";
import { db } from "@/lib/kernel/database/db";
import { ARCHIVE_TYPE } from "@/lib/project-copy/contract";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { recordEvent } from "@/lib/webhooks/events/record-event";
import { storeTestRequest } from "@/lib/webhooks/inbox/store-test-request";
import { noteBlocked, setHosts } from "@/lib/workbench/egress/hosts";
import { writeSessionFile } from "@/lib/workbench/session-files";
import { openAllRoutes } from "@/test/servers/all-routes";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { parkTestCall } from "@/test/builders/parked-call";
import { queryRows } from "@/test/setup/query-rows";
import { addTool, connect, type Reference, must, storeMcpClient, storeOwnSample, storeTrigger } from "./belongings";
import type { Kind } from "./kinds";
import { storeSso } from "./organization-bodies";
import { setServices } from "./services";
import type { Send } from "./send";

export const ORIGIN = "http://localhost:3000";

const door = openAllRoutes();

/** @param path from the root of the server */
export const ask = (credential: Record<string, string>, method: string, path: string, body?: unknown) =>
  door.fetch(
    new Request(ORIGIN + path, {
      method,
      headers: {
        origin: ORIGIN,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        ...credential,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );

export const sender =
  (credential: Record<string, string>): Send =>
  async (method, path, body, headers = {}) => {
    const answer = await ask({ ...credential, ...headers }, method, path, body);
    const isPacked = answer.headers.get("content-type") === ARCHIVE_TYPE;
    const text = isPacked ? gunzipSync(await answer.arrayBuffer()).toString("utf8") : await answer.text();
    return { status: answer.status, text };
  };

export type Tenant = {
  projectId: string;
  organizationId: string;
  byKey: Record<string, string>;
  bySession: Record<string, string>;
  /** Ids of what the tenant has, by kind. */
  ids: Record<Kind, string>;
};

/** An OAuth app shared by all tenants. Only the server's operator has access to it. */
const OPERATORS_APP = "mc_operators000";

/** The server, its operator and what is the operator's alone, before there are tenants. */
export async function openServer(): Promise<void> {
  await createTestOwner();
  await queryRows(
    "test.app",
    `INSERT INTO managed_client (id, kind, key, credentials, updated_at) VALUES ($1, 'toolkit', 'loopback', 'sealed', now())`,
    [OPERATORS_APP],
  );
}

/** Stands in every text and secret of a tenant that is no id. */
export const MARK = { victim: "victims", attacker: "attackers" } as const;

export async function newTenant(mark: string): Promise<Tenant> {
  const { userId, projectId, organizationId } = await createTestOwner();
  const key = await createApiKey(projectId, { name: `${mark} key` });
  await createApiKey(projectId, { name: `${mark} other key` });
  const byKey = { "x-api-key": key.key };
  const bySession = { cookie: await sessionCookie(userId) };
  const send = sender(byKey);
  const user = `${mark}-ada`;
  const { config, account } = await connect(send, mark, user);
  const deletedConnection = await connect(send, mark, `${mark}-bob`);
  await connect(send, mark, `${mark}-cleo`);
  const execute = (headers = {}) =>
    must<{ log_id: string }>(
      send,
      "POST",
      "/tools/execute/LOOPBACK_READ",
      { user_id: user, connected_account_id: account, arguments: { q: `${mark}-question` }, version: "latest" },
      headers,
    );
  await execute({ "idempotency-key": "everybody's" });
  const { log_id: log } = await execute();
  await flushToolLogs();
  const revocation = await must<Reference>(send, "POST", "/internal/patchbay/revocations", {
    scope: "auth_config",
    target: deletedConnection.config,
  });
  const file = { toolkit_slug: "loopback", tool_slug: "LOOPBACK_READ", mimetype: "text/plain", md5: "0".repeat(32) };
  const upload = await must<Reference & { key: string }>(send, "POST", "/files/upload/request", {
    ...file,
    filename: `${mark}.txt`,
    size: 3,
  });
  const server = await must<Reference>(send, "POST", "/mcp/servers", {
    name: `${mark} server`,
    auth_config_ids: [config],
  });
  await must(send, "POST", `/mcp/servers/${server.id}/instances`, { user_id: user });
  await must(send, "POST", "/mcp/servers/generate", { mcp_server_id: server.id, user_ids: [user] });
  await must(send, "POST", `/internal/patchbay/mcp/${server.id}/addresses/end`, { user_id: `${mark}-bob` });
  const mcpClient = await storeMcpClient(send, projectId, { server: server.id, user, mark });
  await must(send, "POST", "/connected_accounts/link", { auth_config_id: config, user_id: `${mark}-dora` });
  const wrongResult = await must<Reference>(send, "POST", "/internal/patchbay/find/wrong_results", {
    request: `${mark} question`,
    shown: ["LOOPBACK_READ"],
  });
  const change = { description: `${mark} tool` };
  await must(send, "PUT", "/internal/patchbay/tools/LOOPBACK_READ/override", change);
  const { recipe } = await upsertRecipe(projectId, {
    slug: `${mark}-recipe`,
    name: `${mark} recipe`,
    useCase: `${mark} question`,
    askedAs: [],
    steps: [{ tag: "required", tool: "LOOPBACK_READ", text: `${mark} step` }],
    pitfalls: [],
  });
  const session = await must<{ session_id: string }>(send, "POST", "/tool_router/session", { user_id: user });
  const sessionKey = await must<Reference>(
    send,
    "POST",
    `/internal/patchbay/sessions/${session.session_id}/access_keys`,
    {
      name: `${mark} key`,
    },
  );
  await must(send, "PATCH", `/tool_router/session/${session.session_id}`, { tags: ["readOnlyHint"] });
  const content = Buffer.from(`${mark}-secret file`);
  await writeSessionFile(projectId, session.session_id, "a.txt", { size: content.length, body: [content] });
  await queryRows(
    "test.kernel",
    "INSERT INTO workbench_kernel (project_id, session_id, kernel_id, names, lost_names) VALUES ($1, $2, $3, ARRAY[$3], '{}')",
    [projectId, session.session_id, `${mark} kernel`],
  );
  await setHosts(projectId, [`${mark}.example.com`]);
  const blocked = { host: `${mark}-blocked.example.com`, port: 443, reason: `${mark} reason`, tries: 1 };
  await noteBlocked({ projectId, sessionId: session.session_id }, [blocked]);
  const invitation = await must<Reference>(sender(bySession), "POST", "/internal/patchbay/invitations", {
    email: `${mark}-guest@example.com`,
    role: "viewer",
  });
  const notebook = await must<Reference>(send, "POST", "/internal/patchbay/notebooks", {
    name: `${mark} notebook`,
    cells: [{ key: "a", kind: "python", source: `${mark} code` }],
  });
  const view = await must<Reference>(sender(bySession), "POST", "/internal/patchbay/logs/views", {
    page: "tool_logs",
    name: `${mark} view`,
    filters: { tool: `${mark}-tool` },
  });
  const policy = await must<Reference>(sender(bySession), "POST", "/internal/patchbay/policies", {
    name: `${mark} policy`,
    match: { users: [`${mark} user`] },
    action: { type: "log" },
  });
  const toolWebhook = { url: `http://127.0.0.1:1/${mark}`, before_execute: false };
  await must(sender(bySession), "PUT", "/internal/patchbay/project/tool_webhook", toolWebhook);
  const saved = await must<Reference>(send, "POST", "/internal/patchbay/session_configs", {
    name: `${mark} rules`,
    config: { toolkits: ["loopback"] },
  });
  await setServices(projectId, mark);
  const { trigger, webhookEndpoint } = await storeTrigger(projectId, { account, config, user });
  const LOOPBACK = { slug: "LOOPBACK_READ", toolkitSlug: "loopback" };
  const party = { kind: "member", id: userId, role: "owner" } as const;
  const by = { id: userId, name: `${mark} person`, party };
  const waiting = await parkTestCall(projectId, session.session_id, LOOPBACK, { q: `${mark}-question` });
  await createApprovalLink(projectId, waiting.id, { approver: `${mark} approver`, createdBy: userId });
  await recordMessage(waiting, { channel: "mail", recipient: userId });
  const allowed = await parkTestCall(projectId, session.session_id, LOOPBACK);
  await tryDecide(allowed, { decision: "session" }, by, { byJob: false });
  await setRule(projectId, "LOOPBACK_READ", { rule: "always_allow" }, { ...by, mayLoosen: () => undefined });
  await updatePolicy(projectId, { lifeSeconds: 3600 }, { mayLoosen: () => undefined });
  const webhook = await must<Reference>(send, "POST", "/webhook_subscriptions", {
    webhook_url: `http://127.0.0.1:1/${mark}`,
    enabled_events: ["composio.trigger.message"],
  });
  const inbox = await must<Reference>(send, "POST", "/internal/patchbay/inboxes", { name: `${mark} inbox` });
  const event = await db.$transaction((tx) =>
    recordEvent(tx, projectId, { type: "composio.trigger.message", payload: { text: `${mark} event` }, sample: true }),
  );
  await queryRows(
    "test.attempt",
    `WITH d AS (INSERT INTO webhook_delivery (project_id, event_id, subscription_id, seq, lane, state, next_at)
      VALUES ($1, $2, $3, 0, $4, 'dead', NULL) RETURNING id)
    INSERT INTO webhook_attempt (project_id, delivery_id, number, duration_ms, url, request_headers)
      SELECT $1, id, 1, 1, $4, '{}' FROM d`,
    [projectId, event.id, webhook.id, mark],
  );
  const request = { eventId: event.id, attempt: 1, headers: {}, body: `${mark} request`, verified: true };
  await storeTestRequest(projectId, webhook.id, request);
  const callback = await createCallbackSession(
    { projectId, id: account },
    { begun: { verifier: null, redirectUri: ORIGIN }, callback: { query: {} } },
  );
  if (!callback) throw new Error(`${account} is gone.`);
  const ids = {
    config,
    account,
    user,
    log,
    key: key.id,
    member: userId,
    invitation: invitation.id,
    ...(await storeSso(organizationId, mark)),
    revocation: revocation.id,
    server: server.id,
    file: upload.key,
    wrongResult: wrongResult.id,
    recipe: recipe.id,
    notebook: notebook.id,
    ownToolkit: await storeOwnSample(projectId, mark),
    addedTool: await addTool(send, mark),
    view: view.id,
    policy: policy.id,
    agentSession: session.session_id,
    sessionKey: sessionKey.id,
    savedConfig: saved.id,
    trigger,
    webhookEndpoint,
    approval: waiting.id,
    webhook: webhook.id,
    inbox: inbox.id,
    event: event.id,
    callback,
    mcpClient,
    project: projectId,
  };
  return { projectId, organizationId, byKey, bySession, ids: { ...ids, app: OPERATORS_APP } };
}

/** One query for the rows of all tables with a project's, each as one text: asked a hundred times by a test. */
let everyTable: Promise<string> | undefined;

async function toEveryTable(): Promise<string> {
  const tables = await queryRows<{ name: string }>(
    "test.tables",
    `SELECT DISTINCT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'project_id' ORDER BY 1`,
    [],
  );
  const read = (name: string, where: string) =>
    `SELECT '${name}' AS name, (SELECT coalesce(json_agg(r ORDER BY r::text), '[]')::text
      FROM (SELECT to_jsonb(t) - '{last_used_at,last_seen_at}'::text[] AS r FROM "${name}" t WHERE ${where}) found) AS rows`;
  return [
    ...tables.map(({ name }) => read(name, "project_id = $1")),
    read("project", "id = $1"),
    ...["member", "invitation", "sso_provider", "sso_domain"].map((name) => read(name, "organization_id = $2")),
  ].join(" UNION ALL ");
}

/** All rows of a tenant, as one text. Times of last use are left out, because they are written after the answer. */
export async function rowsOf({ projectId, organizationId }: Tenant): Promise<Record<string, string>> {
  await flushToolLogs();
  const text = await (everyTable ??= toEveryTable());
  const tables = await queryRows<{ name: string; rows: string }>("test.rows", text, [projectId, organizationId]);
  return Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));
}

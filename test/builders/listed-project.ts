/** A project with at least two rows in every list, for tests of what all lists have in common. */
import { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { forgetCatalog } from "@/lib/catalog/read/catalog";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createOrganizationKey } from "@/lib/access/keys/find-organization-keys";
import { createInvitation } from "@/lib/access/people/invitations";
import { createProject } from "@/lib/access/projects/projects";
import { recordAudit } from "@/lib/access/record-audit";
import { createAuthConfig } from "@/lib/auth-configs/auth-configs";
import { markWrongResult } from "@/lib/find/wrong-results/wrong-results";
import { beginConnection } from "@/lib/connected-accounts/manage/begin-connection";
import { now } from "@/lib/kernel/time/clock";
import { db, pool } from "@/lib/kernel/database/db";
import { createServer } from "@/lib/mcp/servers/servers";
import { createMachine } from "@/lib/oauth-server/create-machine";
import { signQueries } from "@/lib/mcp/addresses/signed-addresses";
import { createNotebook } from "@/lib/notebook/saved/notebooks";
import { newId, newToken } from "@/lib/kernel/ids";
import { flushToolLogs, recordExecution, type ExecutionLog } from "@/lib/logs/record-execution";
import { setRule } from "@/lib/sessions/rules/approval-rules";
import { createSaved } from "@/lib/sessions/settings/saved-configs";
import { createSession, updateSession } from "@/lib/sessions/sessions";
import { recordEvent } from "@/lib/webhooks/events/record-event";
import { createSubscription } from "@/lib/webhooks/subscriptions/subscriptions";
import { writeSessionFile } from "@/lib/workbench/session-files";
import { addMember, joinOrganization } from "./members";
import { createTestOwner, sessionCookie } from "./owners";
import { CATEGORIES, compiled, mail, tool, toolkit, triggerType, weather } from "./catalog";
import { installCompiled } from "@/test/catalog/install-compiled";
import { parkTestCall } from "./parked-call";

export type ListedProject = {
  projectId: string;
  key: string;
  /** The owner's session cookie. */
  cookie: string;
  accounts: string[];
  jobs: string[];
  sessions: string[];
  servers: string[];
};

const KEYED = ToolkitAuthScheme.parse({
  mode: "API_KEY",
  name: "Key",
  fields: { connectedAccountInitiation: [{ name: "api_key", displayName: "Key", description: "Key", isSecret: true }] },
  apply: [{ in: "header", name: "authorization", value: "Bearer {api_key}" }],
});

/** Puts the toolkits `weather`, `mail` and, with an account, `keyed` into the catalog. */
export async function installListedToolkits(): Promise<void> {
  const keyed = { ...toolkit("keyed", "20260101_00", [tool("KEYED_READ")]), authSchemes: [KEYED], noAuth: false };
  const triggers = [
    triggerType("MAIL_READ", "mail"),
    triggerType("MAIL_SENT", "mail"),
    triggerType("WEATHER_CHANGED", "weather"),
  ];
  await installCompiled([weather, mail, compiled(keyed)], CATEGORIES, { triggers: { hash: "listed", triggers } });
  forgetCatalog();
}

/** An MCP server with two tools and two addresses. */
async function newListedServer(projectId: string, name: string): Promise<string> {
  const server = await createServer(projectId, {
    name,
    toolkits: ["mail"],
    authConfigIds: [],
    allowedTools: [],
    managedAuth: false,
  });
  await signQueries(server, [{ user_id: "ada" }, { user_id: "eva" }]);
  return server.id;
}

/** Needs `installListedToolkits`. */
export async function newListedProject(): Promise<ListedProject> {
  const owner = await createTestOwner();
  const { projectId, userId } = owner;
  await addMember(owner, "developer");
  for (const requestId of ["req_1", "req_2"])
    await recordAudit({
      caller: { kind: "user", sessionId: "ses_1", userId },
      ...{ action: "project.update", operation: "updateProject", organizationId: owner.organizationId, projectId },
      ...{ outcome: "done", status: 200, requestId },
    });
  for (const email of ["one@example.com", "two@example.com"]) await createInvitation(owner, { email, role: "viewer" });
  const { key } = await createApiKey(projectId, { name: "one" });
  await createApiKey(projectId, { name: "two" });
  for (const name of ["one", "two"]) await createOrganizationKey(owner.organizationId, { name, createdBy: userId });
  await createProject(owner.organizationId, "another");
  await joinOrganization((await createTestOwner()).organizationId, userId, "viewer");
  const accounts: string[] = [];
  const sessions: string[] = [];
  const server = await createServer(projectId, {
    name: "of tests",
    managedAuth: false,
    authConfigIds: [],
    toolkits: ["mail"],
    allowedTools: [],
  });
  const servers: string[] = [];
  const jobs = [newId("revocationJob"), newId("revocationJob")];
  for (const [index, user] of ["ada", "eva"].entries()) {
    const { id: authConfigId } = await createAuthConfig(projectId, {
      toolkitSlug: "keyed",
      managed: false,
      scheme: "API_KEY",
    });
    const { account } = await beginConnection(projectId, {
      authConfigId,
      userId: user,
      values: { api_key: "secret-key" },
    });
    accounts.push(account.id);
    for (const n of [1, 2])
      await pool().query(
        `INSERT INTO trigger_instance (id, project_id, slug, toolkit_slug, version, account_id,
            auth_config_id, user_id, config, config_hash)
          VALUES ($1, $2, 'MAIL_RECEIVED', 'keyed', '20260101_00', $3, $4, $5, '{}', $6)`,
        [newId("trigger"), projectId, account.id, authConfigId, user, String(n)],
      );
    const endpoint = newToken("we_");
    await pool().query(
      `INSERT INTO webhook_endpoint (id, project_id, toolkit_slug, client_id) VALUES ($1, $2, 'keyed', $3)`,
      [endpoint, projectId, user],
    );
    for (const _ of [1, 2])
      await pool().query(
        `INSERT INTO refused_request (project_id, endpoint_id, reason, method, headers, body, bytes)
          VALUES ($1, $2, 'The signature does not fit.', 'POST', '{}', '', 0)`,
        [projectId, endpoint],
      );
    const preloading = { toolkits: ["weather", "mail"], preload: { tools: "all" as const } };
    for (const _ of [1, 2]) sessions.unshift((await createSession(projectId, user, preloading)).id);
    await updateSession(projectId, sessions[0] ?? "", { search: { enable: false } });
    await parkTestCall(projectId, sessions[0] ?? "", { slug: "MAIL_SEND", toolkitSlug: "mail" });
    await setRule(
      projectId,
      ["weather", "mail"][index] ?? "",
      { rule: "ask_once" },
      {
        id: "user_of_tests",
        name: null,
        mayLoosen: () => undefined,
      },
    );
    await createSaved(projectId, { name: `mail of ${user}`, config: { toolkits: ["mail"] } });
    await createSubscription(projectId, {
      url: "http://127.0.0.1:1/",
      enabledEvents: ["composio.trigger.message"],
      version: "V3",
    });
    for (const _ of [1, 2])
      await db.$transaction((tx) =>
        recordEvent(tx, projectId, { type: "composio.trigger.disabled", payload: {}, about: { userId: user } }),
      );
    const machine = { name: "of tests", server, userId: user, toolkits: [], tools: [], createdBy: "tests" };
    for (const _ of [1, 2]) await createMachine(projectId, machine);
    await markWrongResult(projectId, { request: `of ${user}`, shown: [] });
    servers.push(await newListedServer(projectId, `Server of ${user}`));
    await createNotebook(projectId, { name: `of ${user}`, cells: [], session_id: null });
    const jobId = jobs[index] ?? "";
    await pool().query(
      `INSERT INTO revocation_job (id, project_id, scope, deletes, total) VALUES ($1, $2, 'project', false, 2)`,
      [jobId, projectId],
    );
    for (const n of [1, 2]) {
      await pool().query(
        `INSERT INTO connected_account_event (project_id, account_id, status, by) VALUES ($1, $2, 'ACTIVE', 'system')`,
        [projectId, account.id],
      );
      await pool().query(
        `INSERT INTO revocation_item (id, job_id, project_id, account_id, auth_config_id, toolkit_slug, user_id, scheme, status)
          VALUES ($1, $2, $3, $4, $5, 'keyed', $6, 'API_KEY', 'revoked')`,
        [newId("revocationItem"), jobId, projectId, account.id, authConfigId, user],
      );
      await pool().query(
        `INSERT INTO file (id, project_id, key, toolkit_slug, tool_slug, name, mimetype, md5, size, storage, expires_at)
          VALUES ($1, $2, $1, 'keyed', 'KEYED_READ', $3, 'text/plain', 'd41d8cd98f00b204e9800998ecf8427e', 1, 'disk', $4)`,
        [newId("file"), projectId, `${n}.txt`, new Date(now().getTime() + 3_600_000)],
      );
    }
    recordExecution(execution(projectId, user, index));
  }
  for (const [index, id] of sessions.entries())
    for (const n of [1, 2]) {
      recordExecution({ ...execution(projectId, "ada", 2 * index + n + 2), sessionId: id });
      await writeSessionFile(projectId, id, `a${n}.txt`, { size: 1, body: [Buffer.from("x")] });
    }
  await flushToolLogs();
  return { projectId, key, cookie: await sessionCookie(userId), accounts, jobs, sessions, servers };
}

const execution = (projectId: string, userId: string, secondsAgo: number): ExecutionLog => ({
  id: newId("log"),
  projectId,
  startedAt: new Date(now().getTime() - secondsAgo * 1000),
  durationMs: 1,
  toolSlug: "KEYED_READ",
  toolkitSlug: "keyed",
  kind: "tool",
  successful: true,
  userId,
  secrets: [],
  timings: {},
  source: {},
  request: {},
  response: {},
  storePayloads: true,
});

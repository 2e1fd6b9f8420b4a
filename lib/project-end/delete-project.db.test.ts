/** Which callers may delete a project. After the deletion, none of its keys, links or sessions gives access. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Owned } from "@/lib/access/people/owners";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createProject } from "@/lib/access/projects/projects";
import { onAccessEnd } from "@/lib/access/on-access-end";
import { findCallerByApiKey } from "@/lib/access/keys/api-keys";
import { changeGeneration } from "@/lib/access/announce-change";
import { db, pool } from "@/lib/kernel/database/db";
import { hashToken, newToken } from "@/lib/kernel/ids";
import { describeServer } from "@/lib/mcp/servers/describe-server";
import { recordEvent } from "@/lib/webhooks/events/record-event";
import { MARK, ask, newTenant, openServer, type Tenant } from "@/test/attacker/tenants";
import { installLoopbackToolkit, type Provider, startProvider } from "@/test/servers/loopback-provider";
import { addMember } from "@/test/builders/members";
import { MCP_TOOLS } from "@/test/clients/mcp-api";
import { createTestOwner, sessionCookie, soon } from "@/test/builders/owners";
import { holdTime } from "@/test/setup/hold-time";

// Changes are seen because they are announced.
beforeAll(holdTime);

const PATH = "/api/v3/org/owner/project";

let provider: Provider;
let owner: Owned;
let cookie: string;
let second: string;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  await openServer();
  await soon(
    async () => changeGeneration(),
    (generation) => generation !== null,
  );
});
afterAll(() => provider.close());

beforeEach(async () => {
  owner = await createTestOwner();
  cookie = await sessionCookie(owner.userId);
  second = (await createProject(owner.organizationId, "second")).id;
});

type Answer = {
  status: number;
  body: Record<string, unknown> & { error?: { message: string; suggested_fix?: string } };
};
async function remove(credential: Record<string, string>, projectId: string, query = ""): Promise<Answer> {
  const answer = await ask(credential, "DELETE", `${PATH}/${projectId}${query}`);
  return { status: answer.status, body: (await answer.json()) as Answer["body"] };
}

describe("DELETE /api/v3/org/owner/project/{nano_id}", () => {
  it("returns 403 to admins and developers and 401 to a key of the project, and changes nothing", async () => {
    for (const role of ["admin", "developer", "viewer"] as const)
      expect((await remove({ cookie: (await addMember(owner, role)).cookie }, second)).status, role).toBe(403);
    const { key } = await createApiKey(second, { name: "key" });
    expect((await remove({ "x-api-key": key }, second)).status).toBe(401);
    expect((await remove({ "x-org-api-key": "ok_unknown" }, second)).body.error?.message).toContain("x-org-api-key");
    expect(await findCallerByApiKey(key)).not.toBeNull();
  });

  it("returns 404 for a project of another organization, and for a deleted one", async () => {
    const other = await createTestOwner();
    await createProject(other.organizationId, "second");
    expect((await remove({ cookie }, other.projectId)).status).toBe(404);
    expect((await remove({ cookie }, "proj_000000000000")).status).toBe(404);
    expect((await remove({ cookie }, second)).body).toEqual({ status: "success" });
    expect((await remove({ cookie }, second)).status).toBe(404);
  });

  it("reads nothing of another organization's project (404), whatever the state of its secrets", async () => {
    const other = await createTestOwner();
    await createProject(other.organizationId, "second");
    const facts = { projectId: other.projectId, toolkitSlug: "loopback", scheme: "OAUTH2" };
    const authConfig = { ...facts, id: "ac_damaged00000", name: "damaged", credentials: "v1.damaged" };
    await db.authConfig.create({ data: authConfig });
    const account = { ...facts, authConfigId: authConfig.id, userId: "eva", status: "ACTIVE" };
    await db.connectedAccount.create({ data: { ...account, id: "ca_damaged00000" } });
    expect((await remove({ cookie }, other.projectId, "?revoke_on_delete=true")).status).toBe(404);
  });

  it("keeps the only project of an organization (409), also when two are deleted at the same time", async () => {
    const answers = await Promise.all([remove({ cookie }, owner.projectId), remove({ cookie }, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const where = { organizationId: owner.organizationId, deletedAt: null };
    const [last] = await db.project.findMany({ where });
    const response = await remove({ cookie }, last?.id ?? "");
    expect([response.status, response.body.error?.suggested_fix]).toEqual([409, "Create another project first."]);
    expect(await db.project.count({ where })).toBe(1);
  });

  it("deletes a project although the name of another one is its id", async () => {
    const { name } = await createProject(owner.organizationId, second);
    expect((await remove({ cookie }, second)).body).toEqual({ status: "success" });
    expect((await createProject(owner.organizationId, "second")).name).toBe("second");
    expect(await db.project.count({ where: { organizationId: owner.organizationId, name, deletedAt: null } })).toBe(1);
  });

  it("frees the name at once, and the dashboard continues in the remaining project", async () => {
    await remove({ cookie, "x-project-id": second }, second);
    expect((await createProject(owner.organizationId, "second")).name).toBe("second");
    const session = await ask({ cookie, "x-project-id": second }, "GET", "/api/v3/internal/patchbay/session");
    expect([session.status, ((await session.json()) as { project_id: string }).project_id]).toEqual([
      200,
      owner.projectId,
    ]);
  });
});

describe("a deleted project", () => {
  let tenant: Tenant;
  let urls: { mcp: string; connect: string; signIn: string; upload: string };
  let secrets: { session: string; token: string };

  beforeAll(async () => {
    tenant = await newTenant(MARK.victim);
    await createProject(tenant.organizationId, "stays");
    const send = async (method: string, path: string, body?: unknown) =>
      (await (await ask(tenant.byKey, method, `/api/v3${path}`, body)).json()) as Record<string, string> & {
        user_ids_url: string[];
      };
    const { ids } = tenant;
    const path = (url: unknown) => String(url).replace(/^https?:\/\/[^/]+/, "");
    const generated = await send("POST", "/mcp/servers/generate", { mcp_server_id: ids.server, user_ids: [ids.user] });
    const link = await send("POST", "/connected_accounts/link", { auth_config_id: ids.config, user_id: "eva" });
    const signIn = await send("POST", "/internal/patchbay/sign_in_links", { user_id: "eva" });
    const upload = await send("POST", "/files/upload/request", {
      toolkit_slug: "loopback",
      tool_slug: "LOOPBACK_READ",
      mimetype: "text/plain",
      md5: "1".repeat(32),
      filename: "a.txt",
      size: 3,
    });
    urls = {
      mcp: path(generated.user_ids_url[0]),
      connect: path(link.redirect_url),
      signIn: path(signIn.url),
      upload: path(upload.new_presigned_url),
    };
    const key = await send("POST", `/internal/patchbay/sessions/${ids.agentSession}/access_keys`, { name: "late" });
    const token = newToken("oat_");
    await pool().query(
      `INSERT INTO oauth_access_token (hash, project_id, grant_id, created_at, expires_at)
        VALUES ($1, $2, $3, now(), now() + interval '1 hour')`,
      [hashToken(token), tenant.projectId, ids.mcpClient],
    );
    secrets = { session: key.key ?? "", token };
  });

  const initialize = { jsonrpc: "2.0", id: 1, method: "ping" };
  const calls = (): Record<string, Response | Promise<Response>> => {
    const { ids } = tenant;
    return {
      "API key": ask(tenant.byKey, "GET", "/api/v3/connected_accounts"),
      "session key": ask(
        { "x-session-access-key": secrets.session },
        "GET",
        `/api/v3/tool_router/session/${ids.agentSession}`,
      ),
      "signed MCP address": ask({}, "POST", urls.mcp, initialize),
      "MCP token": ask({ authorization: `Bearer ${secrets.token}` }, "POST", `/v3/mcp/${ids.server}`, initialize),
      "MCP address with a key": ask(tenant.byKey, "POST", `/v3/mcp/${ids.server}?user_id=eva`, initialize),
      "connect link": ask({}, "GET", urls.connect),
      "sign-in link": ask({}, "GET", urls.signIn),
      "address of a file": ask({ "content-type": "text/plain" }, "PUT", urls.upload, "x"),
    };
  };
  const statuses = async () => {
    const statusByCall: Record<string, number> = {};
    for (const [name, call] of Object.entries(calls())) statusByCall[name] = (await call).status;
    return statusByCall;
  };

  it("accepts no key, token, address or link from the next request on, and ends streams", async () => {
    const before = await statuses();
    expect(Object.entries(before).filter(([, status]) => [401, 403, 404, 410].includes(status))).toEqual([]);
    const caller = await findCallerByApiKey(tenant.byKey["x-api-key"] ?? "");
    if (!caller) throw new Error("no caller");
    let ends = 0;
    onAccessEnd(caller, () => ends++);
    expect((await remove(tenant.bySession, tenant.projectId)).status).toBe(200);
    expect(await statuses()).toEqual({
      "API key": 401,
      "session key": 401,
      "signed MCP address": 404,
      "MCP token": 401,
      "MCP address with a key": 401,
      "connect link": 404,
      "sign-in link": 404,
      "address of a file": 404,
    });
    await soon(
      async () => ends,
      (count) => count === 1,
    );
    // The consent page reports to a person that there is no such server.
    expect(await describeServer(tenant.ids.server)).toBeNull();
    const event = await db.$transaction((tx) =>
      recordEvent(tx, tenant.projectId, { type: "composio.trigger.message", payload: {} }),
    );
    expect(await db.webhookDelivery.count({ where: { eventId: event.id } })).toBe(0);
    // Polls find no trigger, and providers no address.
    expect(await db.triggerInstance.count({ where: { projectId: tenant.projectId } })).toBe(0);
    expect(await db.webhookEndpoint.count({ where: { projectId: tenant.projectId } })).toBe(0);
  });
});

describe("revoke_on_delete", () => {
  it("waits for a connection that is being finished, which locks its account before its links", async () => {
    const tenant = await newTenant("finishing");
    await createProject(tenant.organizationId, "stays");
    const { projectId } = tenant;
    const { accountId } = await db.linkSession.findFirstOrThrow({ where: { projectId } });
    const finishing = await pool().connect();
    await finishing.query("BEGIN");
    await finishing.query("SELECT id FROM connected_account WHERE id = $1 FOR UPDATE", [accountId]);
    const deleting = remove(tenant.bySession, projectId, "?revoke_on_delete=true");
    await soon(
      () => db.$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`,
      (waiting) => waiting.length > 0,
    );
    await finishing.query("UPDATE link_session SET used_at = now() WHERE account_id = $1", [accountId]);
    await finishing.query("COMMIT");
    finishing.release();
    expect((await deleting).status).toBe(200);
    expect(await db.linkSession.count({ where: { projectId } })).toBe(0);
  });

  it("moves the accounts to a job that informs their providers, and leaves none here", async () => {
    const tenant = await newTenant(MARK.attacker);
    await createProject(tenant.organizationId, "stays");
    const response = await ask(tenant.bySession, "GET", "/api/v3/internal/patchbay/project/contents");
    const accounts = await db.connectedAccount.count({ where: { projectId: tenant.projectId } });
    expect(await response.json()).toEqual({
      connected_accounts: accounts,
      api_keys: 2,
      triggers: 1,
      sessions: 1,
      files: 1,
    });
    const { status, body } = await remove(tenant.bySession, tenant.projectId, "?revoke_on_delete=true");
    expect([status, body]).toEqual([200, { status: "success", revoke_job_id: expect.any(String) as string }]);
    const job = await db.revocationJob.findUniqueOrThrow({
      where: { id: String(body.revoke_job_id) },
      include: { items: true },
    });
    expect(job).toMatchObject({ projectId: tenant.projectId, scope: "project", deletes: true, finishedAt: null });
    expect(job.items.length).toBeGreaterThan(0);
    expect(job.items.every(({ credentials }) => credentials?.startsWith("v1."))).toBe(true);
    expect(
      await db.connectedAccount.count({ where: { projectId: tenant.projectId, status: { not: "REVOKED" } } }),
    ).toBe(0);
  });
});

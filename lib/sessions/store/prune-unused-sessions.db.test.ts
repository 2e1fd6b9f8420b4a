/** Sessions that nobody uses end; what sessions cost is counted; what they may hold is bounded. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { moveClock } from "@/lib/kernel/time/clock";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { toToolLogSummary } from "@/lib/logs/wire";
import { type Client, newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { pruneUnusedSessions } from "./prune-unused-sessions";
import { flushSessionUses } from "./session-costs";

type ResponseBody = {
  session_id: string;
  user_id: string;
  calls: number;
  about_tokens: { schemas: number; results: number };
  items: (ResponseBody & { version: number })[];
  next_cursor: string | null;
  total_items: number;
  error: { message: string; errors: string[] };
};

let client: Client;
let provider: Provider;

beforeAll(async () => {
  const read = {
    slug: "MAIL_READ",
    input: { type: "object", properties: {} },
    request: { method: "GET" as const, path: "/read", parameters: [] },
  };
  await installConnectToolkits({ mail: { name: "Mail", auth: [{ mode: "API_KEY" }], tools: [read] } }, [metaToolkit()]);
  provider = await startProvider();
});
afterAll(() => provider.close());
beforeEach(async () => {
  client = await newClient();
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "mail" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  await client.call("POST", "/connected_accounts", {
    auth_config: { id: body.auth_config.id },
    connection: { user_id: "ada", state: { val: { generic_api_key: "a-key-0123456", base_url: provider.baseUrl } } },
  });
});

async function call(
  method: string,
  path: string,
  requestBody?: object,
): Promise<{ status: number; body: ResponseBody }> {
  const { status, body } = await client.call(method, path, requestBody);
  return { status, body: body as unknown as ResponseBody };
}
const createId = async (settings: object = {}): Promise<string> =>
  (await call("POST", "/tool_router/session", { user_id: "ada", ...settings })).body.session_id;
const prune = (sessionDays: number | null) => pruneUnusedSessions([{ projectId: client.projectId, sessionDays }]);

it("returns 404 with the reason for a session unused for the project's days; a used one continues", async () => {
  const [unused, activeId] = [await createId(), await createId()];
  await db.toolRouterSession.updateMany({
    where: { projectId: client.projectId },
    data: { lastUsedAt: new Date(Date.now() - 6 * 86_400_000) },
  });
  expect((await call("GET", `/tool_router/session/${activeId}`)).status).toBe(200);
  await flushSessionUses();
  await prune(7);
  const back = moveClock(2 * 86_400_000);
  await prune(7);
  back();
  expect((await call("GET", `/tool_router/session/${activeId}/config_history`)).status).toBe(200);
  const rows = await db.toolRouterSession.findMany({ where: { projectId: client.projectId } });
  expect(rows.map(({ id }) => id)).toEqual([activeId]);
  const response = await call("POST", `/tool_router/session/${unused}/execute`, { tool_slug: "MAIL_READ" });
  expect([response.status, response.body.error.message]).toEqual([404, expect.stringContaining("expired")]);
});

it("keeps sessions of a project whose sessions do not end, but not those that calls without a session made", async () => {
  const [keptId, implicitId] = [await createId(), await createId()];
  const where = { projectId: client.projectId };
  await db.toolRouterSession.updateMany({ where: { ...where, id: implicitId }, data: { implicit: true } });
  await db.toolRouterSession.updateMany({ where, data: { lastUsedAt: new Date(Date.now() - 800 * 86_400_000) } });
  await prune(null);
  const rows = await db.toolRouterSession.findMany({ where });
  expect(rows.map(({ id }) => id)).toContain(keptId);
  expect(rows.map(({ id }) => id)).not.toContain(implicitId);
  await prune(30);
  expect(await db.toolRouterSession.count({ where: { ...where, id: keptId } })).toBe(0);
});

it("estimates the tokens that its tools and answers cost, per call in the log and in sum", async () => {
  const id = await createId();
  provider.answer = (_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ text: "x".repeat(4000) }));
  await call("GET", `/tool_router/session/${id}/tools`);
  const execute = () => call("POST", `/tool_router/session/${id}/execute`, { tool_slug: "MAIL_READ" });
  expect((await execute()).status).toBe(200);
  const multi = {
    tool_slug: "COMPOSIO_MULTI_EXECUTE_TOOL",
    arguments: { tools: [{ tool_slug: "MAIL_READ", arguments: {} }], sync_response_to_workbench: false },
  };
  expect((await call("POST", `/tool_router/session/${id}/execute`, multi)).status).toBe(200);
  const { items } = (await call("GET", "/internal/patchbay/sessions")).body;
  expect(items).toMatchObject([{ session_id: id, calls: 2 }]);
  const { schemas = 0, results = 0 } = items[0]?.about_tokens ?? {};
  expect(schemas).toBeGreaterThan(100);
  const logged = (await findToolLogs(client.projectId, { limit: 10 })).rows.map(toToolLogSummary);
  const tokenCounts = logged.filter(({ parent }) => parent === null).map(({ metrics }) => Number(metrics.about_tokens));
  expect(tokenCounts.length).toBe(2);
  for (const tokens of tokenCounts) expect(tokens).toBeGreaterThan(1000);
  expect(tokenCounts[0] ?? 0).toBeLessThan(2000);
  expect(results).toBe(tokenCounts.reduce((sum, count) => sum + count, 0));
});

it("does not count outside of sessions", async () => {
  await call("POST", "/tools/execute/MAIL_READ", { user_id: "ada", arguments: {} });
  const [row] = (await findToolLogs(client.projectId, { limit: 1 })).rows;
  expect(row?.tokens).toBeNull();
});

it("returns 422 for settings that are larger than a session may have, with the largest part", async () => {
  const tools = Array.from({ length: 30 }, (_, index) => ({
    slug: `T${index}`,
    name: "T",
    description: "T",
    input_schema: { type: "object", description: "x".repeat(10_000) },
  }));
  const { status, body } = await call("POST", "/tool_router/session", {
    user_id: "ada",
    experimental: { custom_tools: tools },
  });
  expect(status).toBe(422);
  expect(body.error.message).toContain("may take 262144");
  expect(body.error.errors).toEqual([expect.stringContaining("experimental")]);
});

it("pages its history, with the present configuration first", async () => {
  const id = await createId();
  for (const toolkits of [["mail"], [], ["mail"]]) await call("PATCH", `/tool_router/session/${id}`, { toolkits });
  const versions: number[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
    const { body } = await call("GET", `/tool_router/session/${id}/config_history?limit=2${more}`);
    expect(body.total_items).toBe(4);
    versions.push(...body.items.map(({ version }) => version));
    cursor = body.next_cursor;
  } while (cursor);
  expect(versions).toEqual([4, 3, 2, 1]);
});

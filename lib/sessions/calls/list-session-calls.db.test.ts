/** What an agent called in a session: listed with what is within it, counted, and run again. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { flushToolLogs, recordExecution, type ExecutionLog } from "@/lib/logs/record-execution";
import { type Client, newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { at, row } from "@/test/builders/tool-logs";

const input = { type: "object", properties: { subject: { type: "string" }, password: { type: "string" } } };
const tool = (slug: string, method: "GET" | "POST", tags: string[]) => ({
  slug,
  tags,
  input,
  request: {
    method,
    path: "/tickets",
    parameters: ["subject", "password"].map((name) => ({ key: name, name, in: "query" as const })),
  },
});

let client: Client;
let stranger: Client;
let provider: Provider;

beforeAll(async () => {
  const tools = [tool("DESK_READ", "GET", ["readOnlyHint"]), tool("DESK_WRITE", "POST", [])];
  await installConnectToolkits({ desk: { name: "Desk", auth: [{ mode: "API_KEY" }], tools } }, [metaToolkit()]);
  [client, stranger, provider] = [await newClient(), await newClient(), await startProvider()];
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "desk" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  const account = await client.call("POST", "/connected_accounts", {
    auth_config: { id: body.auth_config.id },
    connection: { user_id: "ada", state: { val: { generic_api_key: "a-key-0123456789", base_url: provider.baseUrl } } },
  });
  expect(account.status).toBe(201);
});
afterAll(() => provider.close());
beforeEach(() => provider.reset());

type Call = {
  id: string;
  tool_slug: string;
  status: string;
  arguments: string;
  parts: { succeeded: number; total: number } | null;
  only_reads: boolean;
  not_again: string | null;
  account: { rule: string } | null;
  about_tokens: { arguments: number; result: number };
  calls: Call[];
};
type CallsBody = { session_id: string; items: Call[]; next_cursor: string | null };
async function call(method: string, path: string, requestBody?: object, by = client) {
  const { status, body } = await by.call(method, path, requestBody);
  return { status, body: body as unknown as CallsBody & { data: object; successful: boolean; log_id: string } };
}
const createSession = async () => (await call("POST", "/tool_router/session", { user_id: "ada" })).body.session_id;
const execute = (id: string, slug: string, args: object) =>
  call("POST", `/tool_router/session/${id}/execute`, { tool_slug: slug, arguments: args });
const inner = (id: string, more = "") => `/internal/patchbay/sessions/${id}${more}`;
const calls = async (id: string, query = "") => (await call("GET", inner(id, `/calls${query}`))).body;
const log = (sessionId: string, more: Partial<ExecutionLog> = {}) => {
  const execution = row({ projectId: client.projectId, sessionId, ...more });
  recordExecution(execution);
  return execution.id;
};

it("lists calls with their inner calls, the used account and the reason for it", async () => {
  const id = await createSession();
  await execute(id, "DESK_READ", { subject: "one" });
  await execute(id, "COMPOSIO_MULTI_EXECUTE_TOOL", {
    tools: [
      ...["two", "three"].map((subject) => ({ tool_slug: "DESK_WRITE", arguments: { subject } })),
      { tool_slug: "DESK_GONE", arguments: {} },
    ],
  });
  const { items } = await calls(id);
  expect(items.map((item) => [item.tool_slug, item.calls.length])).toEqual([
    ["COMPOSIO_MULTI_EXECUTE_TOOL", 2],
    ["DESK_READ", 0],
  ]);
  expect(items[1]).toMatchObject({
    status: "success",
    arguments: '{"subject": "one"}',
    about_tokens: { arguments: 5, result: expect.any(Number) },
    only_reads: true,
    not_again: null,
    account: { rule: "most recent" },
  });
  expect(items[0]?.calls.map((innerCall) => innerCall.arguments).sort()).toEqual([
    '{"subject": "three"}',
    '{"subject": "two"}',
  ]);
  expect(items[0]?.calls[0]).toMatchObject({ only_reads: false, not_again: null });
  expect(items[0]?.not_again).toContain("one by one");
  expect(items.map(({ parts }) => parts)).toEqual([{ succeeded: 2, total: 3 }, null]);
});

it("returns a session as its list does", async () => {
  const id = await createSession();
  const items = (await call("GET", "/internal/patchbay/sessions?user_id=ada&limit=1")).body.items;
  expect((await call("GET", inner(id))).body).toEqual(items[0]);
});

it("returns every call once, page by page, also calls of the same moment", async () => {
  const id = await createSession();
  const ids = Array.from({ length: 7 }, (_, n) => log(id, { startedAt: at(n >> 1) }));
  await flushToolLogs();
  const pageIds: string[] = [];
  let cursor: string | null = "";
  do {
    const page: CallsBody = await calls(id, `?limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    pageIds.push(...page.items.map((item) => item.id));
    cursor = page.next_cursor;
  } while (cursor);
  expect([...pageIds].sort()).toEqual([...ids].sort());
  expect(pageIds).toHaveLength(7);
});

it("lists only failed calls on request", async () => {
  const id = await createSession();
  const failed = log(id, { successful: false });
  log(id);
  expect((await calls(id, "?status=failed")).items.map((item) => item.id)).toEqual([failed]);
});

it("runs a call again with its arguments, as a new execution", async () => {
  const id = await createSession();
  const { log_id: first } = (await execute(id, "DESK_WRITE", { subject: "again" })).body;
  const { status, body } = await call("POST", inner(id, `/calls/${first}/run`), {});
  expect([status, body.successful]).toEqual([200, true]);
  expect(provider.seen.map(({ url }) => url)).toEqual(["/tickets?subject=again", "/tickets?subject=again"]);
  expect((await calls(id)).items.map((item) => item.id)).toEqual([body.log_id, first]);
});

it("returns 422 for a call that the log does not contain whole, but runs it with new arguments", async () => {
  const id = await createSession();
  const { log_id: first } = (await execute(id, "DESK_WRITE", { subject: "s", password: "hidden" })).body;
  expect((await calls(id)).items[0]?.not_again).toContain("secrets");
  expect((await call("POST", inner(id, `/calls/${first}/run`), {})).status).toBe(422);
  expect(provider.seen).toHaveLength(1);
  const ownAnswer = await call("POST", inner(id, `/calls/${first}/run`), { arguments: { subject: "own" } });
  expect([ownAnswer.status, provider.seen.length]).toEqual([200, 2]);
});

it("runs a call again by the current rules (403)", async () => {
  const id = await createSession();
  const { log_id: first } = (await execute(id, "DESK_WRITE", { subject: "x" })).body;
  await call("PATCH", `/tool_router/session/${id}`, { toolkits: { disable: ["desk"] } });
  expect((await call("POST", inner(id, `/calls/${first}/run`), {})).status).toBe(403);
  expect(provider.seen).toHaveLength(1);
});

it("records in the audit trail what a repeated call changes", async () => {
  const id = await createSession();
  const rename = { toolkits: [{ name: "desk", action: "rename", alias: "work" }] };
  const { log_id: first } = (await execute(id, "COMPOSIO_MANAGE_CONNECTIONS", rename)).body;
  const changes = () =>
    db.auditEvent.count({ where: { projectId: client.projectId, action: "connected_account.update" } });
  const before = await changes();
  expect((await call("POST", inner(id, `/calls/${first}/run`), {})).status).toBe(200);
  expect(await changes()).toBe(before + 1);
});

it("returns 404 for a call of another session, and for everything of another project", async () => {
  const [id, other] = [await createSession(), await createSession()];
  const { log_id: first } = (await execute(id, "DESK_READ", {})).body;
  expect((await call("POST", inner(other, `/calls/${first}/run`), {})).status).toBe(404);
  expect((await call("POST", inner(id, `/calls/${first}/run`), {}, stranger)).status).toBe(404);
  for (const path of [inner(id), inner(id, "/calls")])
    expect((await call("GET", path, undefined, stranger)).status).toBe(404);
});

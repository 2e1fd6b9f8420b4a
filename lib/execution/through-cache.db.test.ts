/** Earlier answers of tools that only read: who gets them, for how long, and how it is marked. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { deleteAccount } from "@/lib/connected-accounts/manage/delete-account";
import { moveClock } from "@/lib/kernel/time/clock";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { toToolLogSummary } from "@/lib/logs/wire";
import { ON } from "@/test/builders/origin";
import { askApi, connectUser, MCP_TOOLS, newMcpOwner, newMcpServer, type McpOwner } from "@/test/clients/mcp-api";
import { connectMcp } from "@/test/clients/mcp-client";
import { installLoopbackToolkit, startProvider, type Provider } from "@/test/servers/loopback-provider";
import { executeTool, type ExecutionInput } from "./execute-tool";

const TOOLS = MCP_TOOLS.map((tool) => ({ ...tool, tags: tool.slug === "LOOPBACK_READ" ? ["readOnlyHint"] : [] }));
const cache = { max_age_seconds: 60 };

let provider: Provider;
let owner: McpOwner;
beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, TOOLS);
  owner = await newMcpOwner();
  await connectUser(owner, "ada", "key-of-ada-0123456789");
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.reset();
  let number = 0;
  provider.answer = (_, response) =>
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify({ number: ++number, long: "x".repeat(500) }));
});

const run = (q: string, more: Partial<ExecutionInput> = {}, { projectId } = owner, storePayloads = true) =>
  executeTool(
    { projectId, settings: { storePayloads } },
    "LOOPBACK_READ",
    { arguments: { q }, user_id: "ada", cache, ...more },
    { ...ON, source: {} },
  );
const metrics = async () => {
  const [row] = (await findToolLogs(owner.projectId, { limit: 1 })).rows;
  return row && toToolLogSummary(row).metrics;
};

it("an equal call gets the earlier answer, which says so, as does the log", async () => {
  const first = await run("tea");
  expect(first).not.toHaveProperty("cached");
  const back = moveClock(5_000);
  const again = await run("tea");
  back();
  expect(again).toMatchObject({ data: first.data, successful: true, cached: { age_seconds: 5 } });
  expect(again.log_id).not.toBe(first.log_id);
  expect(Number((await metrics())?.cache_age_ms)).toBeGreaterThanOrEqual(5_000);
  expect((await run("tea", { response: { fields: ["number"] } })).data).toEqual({ number: 1 });
  expect(provider.seen).toHaveLength(1);
});

it("a call without the wish, with other arguments, or for a fresher answer runs", async () => {
  await run("first");
  expect((await run("first", { cache: null })).data).toMatchObject({ number: 2 });
  expect((await run("other")).data).toMatchObject({ number: 3 });
  const back = moveClock(10_000);
  expect((await run("first", { cache: { max_age_seconds: 9 } })).data).toMatchObject({ number: 4 });
  expect((await run("first", { cache: { max_age_seconds: 9 } })).data).toMatchObject({ number: 4 });
  back();
  expect(provider.seen).toHaveLength(4);
});

it("no other user, account or project gets it, and a deleted account gives nothing", async () => {
  await connectUser(owner, "bob", "key-of-bob-0123456789");
  const stranger = await newMcpOwner();
  await connectUser(stranger, "ada", "key-of-ada-0123456789");
  await run("private");
  expect((await run("private", { user_id: "bob" })).data).toMatchObject({ number: 2 });
  expect((await run("private", {}, stranger)).data).toMatchObject({ number: 3 });
  const id = await connectUser(owner, "cyd", "key-of-cyd-0123456789");
  expect((await run("private", { user_id: "cyd" })).data).toMatchObject({ number: 4 });
  await deleteAccount(owner.projectId, id, false);
  await expect(run("private", { user_id: "cyd" })).rejects.toMatchObject({ status: 400 });
  await connectUser(owner, "cyd", "another-key-of-cyd-01");
  expect((await run("private", { user_id: "cyd" })).data).toMatchObject({ number: 5 });
});

it("holds for credentials of the call's own, as long as all of them are the same", async () => {
  const as = (value: string, more: object = {}) =>
    run("own", { custom_auth_params: { parameters: [{ name: "x-tenant", in: "header", value }], ...more } });
  const first = await as("one");
  expect(await as("one")).toMatchObject({ data: first.data, cached: { age_seconds: 0 } });
  expect((await as("two")).data).toMatchObject({ number: 2 });
  expect((await as("one", { body: { extra: 1 } })).data).toMatchObject({ number: 3 });
  expect((await run("own")).data).toMatchObject({ number: 4 });
  expect(provider.seen).toHaveLength(4);
});

it("failures are not kept, and a tool that can change something runs each time, with a warning", async () => {
  const { answer } = provider;
  provider.answer = (_, response) => response.writeHead(400).end("{}");
  expect((await run("failing")).successful).toBe(false);
  provider.answer = answer;
  expect(await run("failing")).toMatchObject({ successful: true, data: { number: 1 } });
  const create = () =>
    executeTool(
      { projectId: owner.projectId, settings: { storePayloads: true } },
      "LOOPBACK_CREATE_ISSUE",
      { arguments: { title: "x" }, user_id: "ada", cache },
      { ...ON, source: {} },
    );
  await create();
  expect(await create()).toMatchObject({
    data: { number: 3 },
    warnings: ["cache: LOOPBACK_CREATE_ISSUE can change something, so it ran."],
  });
  await run("unstored", {}, owner, false);
  expect((await run("unstored", {}, owner, false)).data).toMatchObject({ number: 5 });
});

it("holds for MCP clients, and is refused for more than an hour", async () => {
  const { id } = await newMcpServer(owner);
  const client = await connectMcp(`${id}?user_id=ada`, { "x-api-key": owner.key });
  const call = (wish: object) =>
    client.callTool({ name: "LOOPBACK_READ", arguments: { q: "mcp" }, _meta: { "patchbay/cache": wish } });
  await call(cache);
  expect((await call(cache)).structuredContent).toMatchObject({ data: { number: 1 }, cached: { age_seconds: 0 } });
  expect(await call({ max_age_seconds: 0 })).toMatchObject({ isError: true, structuredContent: { code: 422 } });
  const body = { user_id: "ada", arguments: {}, cache: { max_age_seconds: 3601 } };
  expect((await askApi(owner, "POST", "/tools/execute/LOOPBACK_READ", body)).status).not.toBe(200);
  expect(provider.seen).toHaveLength(1);
});

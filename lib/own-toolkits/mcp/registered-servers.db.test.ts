/** Toolkits of MCP servers stay whole whatever comes in between, and no server harms others. */
import { beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { createTestOwner } from "@/test/builders/owners";
import { type Body, connectKey, useCustomToolkits } from "@/test/clients/custom-toolkits";
import { answer } from "@/test/servers/hostile-mcp";
import { syncDueServers } from "./sync-due-servers";

const KEY = "key-of-ada-0123456789";
const KEYED = { auth_schemes: [{ mode: "API_KEY", headers: { "X-Key": "{{generic_api_key}}" } }] };
const tool = (name: string, more: object = {}) => ({
  name,
  description: name,
  inputSchema: { type: "object" },
  ...more,
});

let tools: object[] = [];
let isRefusing = false;

const stand = useCustomToolkits({
  mcp: ({ id, method }, response) => (method === "tools/list" ? (answer(response, id, { tools }), true) : undefined),
  echoing: ({ id, method }, response, { headers }) => {
    const words = `No access with ${String(headers["x-key"])}`;
    if (method === "tools/list" && !isRefusing)
      return (answer(response, id, { tools: [tool("add", { description: words })] }), true);
    if (method !== "tools/list" && method !== "tools/call") return undefined;
    response.writeHead(200, { "content-type": "application/json" });
    return response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message: words } }));
  },
});
const { call, register } = stand;
const sync = (slug: string, more: object = {}) => call("POST", "/api/v3/custom/toolkits/sync", { slug, ...more });
const served = async (slug: string) => {
  const { body } = await call("GET", `/api/v3.1/tools?toolkit_slug=${slug}`);
  return Object.fromEntries((body.items as Body[]).map((item) => [item.slug, item.description]));
};
const waiting = async (slug: string) =>
  (await call("GET", `/api/v3/internal/patchbay/own_toolkits/${slug}/mcp_tools`)).body.items as Body[];

beforeEach(() => {
  tools = [tool("add")];
  isRefusing = false;
});

it("a key that the server repeats is in no refusal, no tool, and no reason", async () => {
  await register("echoing", { mcp_url: stand.server.url("echoing"), ...KEYED });
  const account = await connectKey(stand, "custom_echoing", "ada", KEY);
  expect((await sync("CUSTOM_ECHOING", { connected_account_id: account })).body).toMatchObject({ synced_count: 1 });
  const run = await call("POST", "/api/v3.1/tools/execute/CUSTOM_ECHOING_ADD", { user_id: "ada", arguments: {} });
  expect(run.body).toMatchObject({ successful: false, error: expect.stringContaining("No access with [redacted]") });
  isRefusing = true;
  const refusal = await sync("CUSTOM_ECHOING", { connected_account_id: account });
  expect(refusal).toMatchObject({ status: 422, body: { error: { message: expect.stringContaining("No access") } } });
  const rows = await db.ownMcpServer.findMany({ where: { projectId: stand.projectId }, include: { toolkit: true } });
  const answers = [run.body, refusal.body, await waiting("custom_echoing"), await served("custom_echoing"), rows];
  expect(JSON.stringify(answers)).not.toContain(KEY);
});

it("409: the slug of a draft is refused, and a name that a draft has is numbered", async () => {
  const draft = { projectId: stand.projectId, slug: "custom_draft", kind: "openapi", name: "Draft" };
  await db.ownToolkit.create({ data: draft });
  expect((await register("draft")).status).toBe(409);
  expect((await register("draft", {}, "", { user_id: "all" })).status).toBe(409);
  const { body } = await register("draft", {}, "", { user_id: "all", slug: undefined });
  expect(body.slug).toBe("CUSTOM_DRAFT_2");
});

it("a registration that ended before it was published is completed by its repetition", async () => {
  const { projectId } = stand;
  const key = { projectId, slug: "custom_half" };
  const url = stand.server.url("mcp");
  await db.ownToolkit.create({ data: { ...key, kind: "mcp", name: "half", url } });
  await db.ownMcpServer.create({ data: { ...key, url, authSchemes: [{ mode: "NO_AUTH" }] } });
  expect((await register("half")).status).toBe(200);
  expect(await db.toolkit.count({ where: { projectId, slug: "custom_half" } })).toBe(1);
  expect(await Promise.all([register("twice"), register("twice")])).toMatchObject([{ status: 200 }, { status: 200 }]);
});

it("422: no document takes the place of the server", async () => {
  await register("steady");
  const path = "/api/v3/internal/patchbay/own_toolkits/custom_steady";
  const document = JSON.stringify({
    ...{ openapi: "3.0.3", info: { title: "Other", version: "1" }, servers: [{ url: "https://other.example.net" }] },
    paths: { "/parcels": { get: { summary: "List parcels", responses: {} } } },
  });
  expect((await call("PATCH", path, { document })).status).toBe(422);
});

it("servers without an account that works hold up no other", async () => {
  const { projectId } = await createTestOwner();
  const keys = Array.from({ length: 25 }, (_, index) => ({ projectId, slug: `custom_idle_${index}` }));
  await db.ownToolkit.createMany({ data: keys.map((key) => ({ ...key, kind: "mcp", name: "idle" })) });
  const idle = { url: stand.server.url("mcp"), ...{ authSchemes: KEYED.auth_schemes }, syncAfter: new Date(0) };
  await db.ownMcpServer.createMany({ data: keys.map((key) => ({ ...key, ...idle })) });
  await register("busy");
  const key = { projectId_slug: { projectId: stand.projectId, slug: "custom_busy" } };
  await db.ownMcpServer.update({ where: key, data: { syncAfter: new Date(1000) } });
  tools = [tool("add"), tool("more")];
  await syncDueServers(undefined, { requestId: "req_test" });
  expect((await waiting("custom_busy")).map(({ name, state }) => [name, state])).toEqual([
    ["more", "new"],
    ["add", "served"],
  ]);
});

it("a tool keeps its slug when another one of the same letters comes or goes", async () => {
  tools = [tool("a_b")];
  await register("names");
  tools = [tool("a-b"), tool("a_b")];
  await sync("CUSTOM_NAMES");
  const [fresh] = await waiting("custom_names");
  const path = "/api/v3/internal/patchbay/own_toolkits/custom_names/mcp_tools/approve";
  await call("POST", path, { tools: [{ name: "a-b", hash: fresh?.offered_hash }] });
  expect(await served("custom_names")).toEqual({ CUSTOM_NAMES_A_B: "a_b", CUSTOM_NAMES_A_B_2: "a-b" });
  tools = [tool("a-b")];
  await sync("CUSTOM_NAMES");
  expect(await served("custom_names")).toEqual({ CUSTOM_NAMES_A_B_2: "a-b" });
});

it("a tool that was away comes back with the same texts by itself, and with others as a new one", async () => {
  const readStates = async () => (await waiting("custom_away")).map(({ name, state }) => [name, state]);
  tools = [tool("add"), tool("list")];
  await register("away");
  for (const [list, items] of [
    [[tool("add")], [["add", "served"]]],
    [
      [tool("add"), tool("list")],
      [
        ["add", "served"],
        ["list", "served"],
      ],
    ],
    [[tool("add")], [["add", "served"]]],
    [
      [tool("add"), tool("list", { description: "other" })],
      [
        ["list", "new"],
        ["add", "served"],
      ],
    ],
  ] as const) {
    tools = [...list];
    await sync("CUSTOM_AWAY");
    expect(await readStates()).toEqual(items);
    expect(Object.keys(await served("custom_away"))).toHaveLength(
      items.filter(([, state]) => state === "served").length,
    );
  }
});

it("another toolkit of the same name gets no arguments that were fixed for the former one", async () => {
  tools = [tool("add", { inputSchema: { type: "object", properties: { team: { type: "string" } } } })];
  await register("reborn");
  const path = "/api/v3/internal/patchbay/tools/CUSTOM_REBORN_ADD/override";
  expect((await call("PUT", path, { arguments: { team: { fixed: "red" } } })).status).toBe(200);
  expect((await call("DELETE", "/api/v3/custom/toolkits/CUSTOM_REBORN")).status).toBe(200);
  await register("reborn");
  expect((await call("GET", path)).body).toMatchObject({ override: null });
});

it("schemas that consist of themselves, and texts that no database stores, spoil no other tool", async () => {
  const parts = { allOf: [{ $ref: "#/$defs/part" }] };
  tools = [
    tool("circle", { inputSchema: { type: "object", ...parts, $defs: { part: parts } } }),
    tool("zero", { inputSchema: { type: "object", description: "\0" } }),
    tool("half", { description: "half \ud800" }),
    tool("add"),
  ];
  expect((await register("odd")).status).toBe(200);
  expect(await served("custom_odd")).toEqual({
    ...{ CUSTOM_ODD_ADD: "add", CUSTOM_ODD_CIRCLE: "circle", CUSTOM_ODD_HALF: "half \ufffd" },
  });
});

it("403: a toolkit of one user gets no proxied requests of another", async () => {
  await register("secluded", KEYED, "", { user_id: "ada" });
  const endpoint = stand.server.url("anything");
  for (const [user, status] of [
    ["bob", 403],
    ["ada", 200],
  ] as const) {
    const connected_account_id = await connectKey(stand, "custom_secluded", user, `key-of-${user}-0123456789`);
    const request = { connected_account_id, endpoint, method: "POST", body: {} };
    expect((await call("POST", "/api/v3/tools/execute/proxy", request)).status, user).toBe(status);
  }
});

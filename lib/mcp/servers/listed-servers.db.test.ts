/** What the dashboard shows of MCP servers: their use, their addresses, their tools and what was called by them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { installLoopbackToolkit, startProvider, type Provider } from "@/test/servers/loopback-provider";
import {
  askMcp,
  askMcpOwn,
  connectUser,
  endMcpAddresses,
  generateMcp,
  MCP_TOOLS,
  newMcpOwner,
  newMcpServer,
  type McpOwner,
} from "@/test/clients/mcp-api";
import { connectMcp, message, postMcp } from "@/test/clients/mcp-client";
import { findAddressedServer } from "./addressed-server";
import { describeToolkits } from "../tools/server-tools";

let provider: Provider;
let owner: McpOwner;
let stranger: McpOwner;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  [owner, stranger] = [await newMcpOwner(), await newMcpOwner()];
  await connectUser(owner, "ada", "key-of-ada-0123456789");
});
afterAll(() => provider.close());

const read = async (path: string) => (await askMcpOwn(owner, "GET", path)).body;
const addressesOf = async (id: string) => (await read(`/${id}/addresses`)).items;
const ping = (address: string) => postMcp(address, message("ping"));
const call = (address: string, name: string) => postMcp(address, message("tools/call", { name, arguments: {} }));

describe("a server's list of a toolkit", () => {
  it("counts all tools, though few are read, so that nobody allows tools unseen", async () => {
    const offers = async (server: Record<string, unknown>) => {
      const { id } = await newMcpServer(owner, server);
      const addressedServer = await findAddressedServer(id, "");
      if (!addressedServer) throw new Error("the server is there");
      const all = await describeToolkits(owner.projectId, addressedServer, 1);
      return all.map(({ toolkit, count, first }) => [toolkit, count, first.map(({ slug }) => slug)]);
    };
    expect(await offers({})).toEqual([["loopback", 2, ["LOOPBACK_CREATE_ISSUE"]]]);
    expect(await offers({ allowed_tools: ["LOOPBACK_READ"] })).toEqual([["loopback", 1, ["LOOPBACK_READ"]]]);
  });
});

describe("addresses", () => {
  it("are listed by user, with their last use, and without their secrets", async () => {
    const { id } = await newMcpServer(owner);
    const { users } = await generateMcp(owner, id, { user_ids: ["ada", "eva"], connected_account_ids: ["ca_1"] });
    await ping(users[0] ?? "");
    const items = await addressesOf(id);
    expect(JSON.stringify(items)).not.toContain("signature");
    expect(items.map(({ user_id: user, connected_account_ids: accounts }) => user ?? accounts).sort()).toEqual(
      ["ada", ["ca_1"], "eva"].sort(),
    );
    const usedItems = items.filter(({ last_used_at: time }) => time !== null);
    expect(usedItems).toMatchObject([{ user_id: "ada", last_used_at: expect.any(String) as string }]);
    expect(await read(`/${id}/addresses?search=EV`)).toMatchObject({ total_items: 1, items: [{ user_id: "eva" }] });
    expect((await askMcpOwn(stranger, "GET", `/${id}/addresses`)).status).toBe(404);
  });

  it("leave the list when they end, whatever use is written afterwards, and come back unused", async () => {
    const { id } = await newMcpServer(owner);
    const { users } = await generateMcp(owner, id, { user_ids: ["ada"] });
    await ping(users[0] ?? "");
    await endMcpAddresses(owner, id, { user_id: "ada" });
    expect(await addressesOf(id)).toEqual([]);
    await generateMcp(owner, id, { user_ids: ["ada"] });
    expect(await addressesOf(id)).toMatchObject([{ user_id: "ada", last_used_at: null }]);
    await endMcpAddresses(owner, id);
    expect(await addressesOf(id)).toEqual([]);
  });

  it("are listed from their next use on if they are older than the list", async () => {
    const { id } = await newMcpServer(owner);
    const { users } = await generateMcp(owner, id, { user_ids: ["ada"] });
    await db.mcpAddress.deleteMany({ where: { projectId: owner.projectId, serverId: id } });
    expect(await addressesOf(id)).toEqual([]);
    await ping(users[0] ?? "");
    expect(await addressesOf(id)).toMatchObject([{ user_id: "ada" }]);
    expect((await generateMcp(owner, id, { user_ids: ["ada"] })).users).toEqual(users);
  });
});

describe("servers", () => {
  it("are listed newest first with their addresses and the last use by key or signature", async () => {
    const server = await newMcpServer(owner);
    const other = await newMcpServer(owner, { allowed_tools: ["LOOPBACK_READ"] });
    await generateMcp(owner, other.id, { user_ids: ["ada", "eva"] });
    await endMcpAddresses(owner, other.id, { user_id: "eva" });
    await postMcp(`${server.id}?user_id=ada`, message("ping"), { "x-api-key": owner.key });
    const { items } = await read("?limit=2");
    expect(items).toMatchObject([
      { id: other.id, addresses: 1, allowed_tools: 1, last_used_at: null },
      { id: server.id, addresses: 0, allowed_tools: 0, last_used_at: expect.any(String) as string },
    ]);
    expect(await read(`?search=${server.id}`)).toMatchObject({ total_items: 1, items: [{ id: server.id }] });
    expect((await askMcpOwn(stranger, "GET", `/${server.id}`)).status).toBe(404);
    expect((await askMcpOwn(stranger, "GET", "")).body.items).toEqual([]);
  });

  it("show the size of their list, its JSON in bytes divided by four, and the tools on offer", async () => {
    const { id } = await newMcpServer(owner);
    const client = await connectMcp(`${id}?user_id=ada`, { "x-api-key": owner.key });
    const { tools } = await client.listTools();
    const bytes = tools.reduce((sum, tool) => sum + Buffer.byteLength(JSON.stringify(tool)), 0);
    expect(await read(`/${id}`)).toMatchObject({ tools: 2, about_tokens: Math.ceil(bytes / 4) });
    expect(await read("_offer?toolkits=loopback")).toEqual({
      items: tools.map(({ name, title }) => ({
        slug: name,
        toolkit: "loopback",
        title,
        read_only: false,
        destructive: false,
        about_tokens: expect.any(Number) as number,
      })),
      more: false,
    });
    expect(await read("_offer")).toEqual({ items: [], more: false });
  });
});

describe("a tool with the server's own texts", () => {
  const describeTool = (id: string, slug: string, body: object) =>
    askMcpOwn(owner, "PATCH", `/${id}/tools/${slug}`, body);

  it("is listed and called by its new name, and gets the catalog's texts back by null", async () => {
    const { id } = await newMcpServer(owner);
    const address = (await generateMcp(owner, id, { user_ids: ["ada"] })).users[0] ?? "";
    const { body } = await describeTool(id, "loopback_read", { name: "look_up", description: "Looks it up." });
    expect(body).toMatchObject({ slug: "LOOPBACK_READ", name: "look_up", own_name: "look_up", allowed: true });
    const client = await connectMcp(address);
    const { tools } = await client.listTools();
    expect(tools.map(({ name, description }) => [name, description])).toContainEqual(["look_up", "Looks it up."]);
    expect((await call(address, "look_up")).body.result).toMatchObject({ structuredContent: { successful: true } });
    expect((await call(address, "look_ap")).body.error?.message).toContain("Did you mean look_up?");
    await describeTool(id, "LOOPBACK_READ", { name: null });
    expect(await read(`/${id}/tools?search=read`)).toMatchObject({
      items: [{ name: "LOOPBACK_READ", description: "Looks it up.", own_name: null }],
    });
    expect((await call(address, "look_up")).body.error?.message).toContain("Unknown tool");
  });

  it("returns 400 for an invalid or used name, and 404 for a tool of no toolkit of the server", async () => {
    const { id } = await newMcpServer(owner);
    await describeTool(id, "LOOPBACK_READ", { name: "look_up" });
    for (const name of ["look up", "x".repeat(65), "", "look_up", "loopback_read"])
      expect((await describeTool(id, "LOOPBACK_CREATE_ISSUE", { name })).status, name).toBe(400);
    expect((await describeTool(id, "LOOPBACK_NONE", { name: "other" })).status).toBe(404);
    expect((await askMcpOwn(stranger, "PATCH", `/${id}/tools/LOOPBACK_READ`, { name: "x" })).status).toBe(404);
    expect(await read(`/${id}/tools`)).toMatchObject({ total_items: 2 });
  });

  it("is shown on request if its server's toolkits contain it, but do not allow it", async () => {
    const { id } = await newMcpServer(owner, { allowed_tools: ["LOOPBACK_READ"] });
    expect((await read(`/${id}/tools`)).items).toMatchObject([{ slug: "LOOPBACK_READ", allowed: true }]);
    const { items } = await read(`/${id}/tools?of=toolkits`);
    expect(items.map(({ slug, allowed }) => [slug, allowed])).toEqual([
      ["LOOPBACK_CREATE_ISSUE", false],
      ["LOOPBACK_READ", true],
    ]);
  });
});

it("calls are found in the log by their server", async () => {
  const { id } = await newMcpServer(owner);
  const address = (await generateMcp(owner, id, { user_ids: ["ada"] })).users[0] ?? "";
  await call(address, "LOOPBACK_READ");
  const filters = [{ field: "mcp_server_id" as const, operator: "==" as const, value: id }];
  const { rows } = await findToolLogs(owner.projectId, { filters, limit: 5 });
  expect(rows).toMatchObject([{ tool_slug: "LOOPBACK_READ", mcp_server_id: id, user_id: "ada" }]);
});

it.each([
  ["one auth config", () => owner.config, () => [owner.config]],
  ["no auth config", () => ({}), () => []],
])(
  "the older form of a new server names toolkits and %s, and is answered with it",
  async (name, toConfigId, toConfigIds) => {
    const body = { name: `Older ${name}`, apps: ["loopback"], auth_config_id: toConfigId() };
    const response = await askMcp(owner, "POST", "/servers", body);
    const configs = toConfigIds();
    expect([response.status, response.body]).toMatchObject([
      201,
      { auth_config_id: configs[0] ?? null, auth_config_ids: configs, toolkits: ["loopback"], allowed_tools: [] },
    ]);
  },
);

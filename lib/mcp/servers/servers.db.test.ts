/** MCP servers and their users, on a real database. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { installLoopbackToolkit, startProvider, type Provider } from "@/test/servers/loopback-provider";
import {
  askMcp,
  connectUser,
  MCP_TOOLS,
  newMcpOwner,
  newMcpServer,
  ORIGIN,
  type McpOwner,
} from "@/test/clients/mcp-api";

let provider: Provider;
let owner: McpOwner;
let stranger: McpOwner;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  [owner, stranger] = [await newMcpOwner(), await newMcpOwner()];
});
afterAll(() => provider.close());

describe("servers", () => {
  it("are made for toolkits, auth configs and tools, read, changed and deleted", async () => {
    const server = await newMcpServer(owner, {
      name: "First server",
      auth_config_ids: [owner.config],
      custom_tools: ["LOOPBACK_READ"],
      managed_auth_via_composio: true,
    });
    expect(server).toMatchObject({
      name: "First server",
      auth_config_ids: [owner.config],
      allowed_tools: ["LOOPBACK_READ"],
      mcp_url: `${ORIGIN}/v3/mcp/${server.id}`,
      commands: { claude: expect.stringContaining(`${server.id}?user_id=`) as string },
    });
    expect(server.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect((await askMcp(owner, "GET", `/${server.id}`)).body).toMatchObject({
      id: server.id,
      toolkits: ["loopback"],
      toolkit_icons: { loopback: expect.stringContaining("/logos/loopback") as string },
      server_instance_count: 0,
      managed_auth_via_composio: true,
      deleted: false,
    });
    const changed = await askMcp(owner, "PATCH", `/${server.id}`, { name: "Renamed", allowed_tools: [] });
    expect(changed.body).toMatchObject({
      name: "Renamed",
      allowed_tools: [],
      auth_config_ids: [owner.config],
      toolkits: ["loopback"],
    });
    expect((await askMcp(owner, "DELETE", `/${server.id}`)).body).toEqual({ id: server.id, deleted: true });
    expect((await askMcp(owner, "GET", `/${server.id}`)).status).toBe(404);
    expect((await askMcp(owner, "DELETE", `/${server.id}`)).status).toBe(404);
  });

  it("take their toolkits from auth configs, or from the tools where nothing else is named", async () => {
    const byConfig = await askMcp(owner, "POST", "/servers", { name: "By config", auth_config_ids: [owner.config] });
    expect(byConfig.body).toMatchObject({ toolkits: ["loopback"] });
    const byTool = await newMcpServer(owner, { toolkits: [], allowed_tools: ["loopback_read"] });
    expect((await askMcp(owner, "GET", `/${byTool.id}`)).body).toMatchObject({
      toolkits: ["loopback"],
      allowed_tools: ["LOOPBACK_READ"],
    });
  });

  it("lose the auth configs when an empty list is sent beside toolkits, as the SDK does", async () => {
    const server = await newMcpServer(owner, { toolkits: [], auth_config_ids: [owner.config] });
    expect(
      (await askMcp(owner, "PATCH", `/${server.id}`, { toolkits: ["loopback"], auth_config_ids: [] })).body,
    ).toMatchObject({ toolkits: ["loopback"], auth_config_ids: [] });
    const other = await newMcpServer(owner, { toolkits: [], auth_config_ids: [owner.config] });
    expect((await askMcp(owner, "PATCH", `/${other.id}`, { auth_config_ids: [] })).body).toMatchObject({
      toolkits: [],
      auth_config_ids: [],
    });
  });

  it("keep both of two changes that arrive together", async () => {
    const server = await newMcpServer(owner);
    await Promise.all([
      askMcp(owner, "PATCH", `/${server.id}`, { allowed_tools: ["LOOPBACK_READ"] }),
      askMcp(owner, "PATCH", `/${server.id}`, { auth_config_ids: [owner.config] }),
    ]);
    expect((await askMcp(owner, "GET", `/${server.id}`)).body).toMatchObject({
      allowed_tools: ["LOOPBACK_READ"],
      auth_config_ids: [owner.config],
      toolkits: ["loopback"],
    });
  });

  it.each<[number, string, object, RegExp]>([
    [
      400,
      "an unknown toolkit, with one like it",
      { toolkits: ["loopbakc"] },
      /toolkits\.0: There is no toolkit .*Did you mean loopback\?/,
    ],
    [
      400,
      "an unknown tool, with one like it",
      { allowed_tools: ["LOOPBACK_REED"] },
      /allowed_tools\.0: There is no tool .*LOOPBACK_READ/,
    ],
    [
      404,
      "an auth config that is not there",
      { auth_config_ids: ["ac_000000000000"] },
      /auth_config_ids: There is no auth config ac_000000000000/,
    ],
    [400, "a name with other characters", { name: "my_server" }, /name: must have letters/],
    [400, "a name that is too short", { name: "srv" }, /name: must have 4 to 30/],
  ])("%s: refuses %s", async (status, _what, more, words) => {
    const { status: statusCode, body } = await askMcp(owner, "POST", "/servers/custom", {
      name: "Refused one",
      toolkits: ["loopback"],
      ...more,
    });
    expect(statusCode).toBe(status);
    expect(`${body.error?.message} ${body.error?.errors?.join(" ")} ${body.error?.suggested_fix}`).toMatch(words);
  });

  it("400: refuses credentials' toolkits as no_auth_apps; 409: a name that is taken", async () => {
    expect(
      (await askMcp(owner, "POST", "/servers", { name: "No auth", auth_config_ids: [], no_auth_apps: ["loopback"] }))
        .body.error?.message,
    ).toBe("no_auth_apps.0: loopback needs credentials.");
    await newMcpServer(owner, { name: "Only once" });
    expect(
      (await askMcp(owner, "POST", "/servers/custom", { name: "Only once", toolkits: ["loopback"] })).body.error,
    ).toMatchObject({ code: 409, errors: ["name: is taken"] });
    expect((await newMcpServer(stranger, { name: "Only once" })).name).toBe("Only once");
  });

  it("are listed in pages, by name, toolkit and auth config; null stands for the default", async () => {
    const newOwner = await newMcpOwner();
    for (const name of ["List alpha", "List beta", "List gamma"])
      await newMcpServer(newOwner, { name, ...(name.endsWith("beta") && { auth_config_ids: [newOwner.config] }) });
    const names = async (query: string) => (await askMcp(newOwner, "GET", query)).body.items.map(({ name }) => name);
    expect(await names("/servers?page_no=null&limit=null&order_by=created_at&order_direction=asc")).toEqual([
      "List alpha",
      "List beta",
      "List gamma",
    ]);
    expect((await askMcp(newOwner, "GET", "/servers?limit=2&page_no=2&order_by=created_at")).body).toMatchObject({
      items: [{ name: "List alpha" }],
      total_pages: 2,
      current_page: 2,
    });
    expect(await names("/servers?name=BET")).toEqual(["List beta"]);
    expect(await names(`/servers?auth_config_ids=${newOwner.config}`)).toEqual(["List beta"]);
    expect(await names("/servers?toolkits=github,loopback")).toHaveLength(3);
    expect(await names("/servers?toolkits=github")).toEqual([]);
    expect(await names("/app/loopback?name=gamma")).toEqual(["List gamma"]);
    expect((await askMcp(newOwner, "GET", "/app/nothing")).status).toBe(404);
  });

  it("404: masks another project's server, auth config and users", async () => {
    const server = await newMcpServer(owner);
    const attempts: [string, string, unknown?][] = [
      ["GET", `/${server.id}`],
      ["PATCH", `/${server.id}`, { name: "Taken over" }],
      ["DELETE", `/${server.id}`],
      ["POST", "/servers/generate", { mcp_server_id: server.id, user_ids: ["u"] }],
      ["GET", `/servers/${server.id}/instances`],
      ["POST", `/servers/${server.id}/instances`, { user_id: "u" }],
      ["DELETE", `/servers/${server.id}/instances/u`],
      ["POST", "/servers/custom", { name: "Foreign config", auth_config_ids: [owner.config] }],
    ];
    for (const [method, path, body] of attempts)
      expect((await askMcp(stranger, method, path, body)).status, `${method} ${path}`).toBe(404);
    expect((await askMcp(stranger, "GET", "/servers")).body.items.map(({ id }) => id)).not.toContain(server.id);
    expect((await askMcp(owner, "GET", `/${server.id}`)).body.name).toBe(server.name);
  });

  it("make one signed address for each user and account", async () => {
    const { id } = await newMcpServer(owner);
    const { body: server } = await askMcp(owner, "GET", `/${id}`);
    const signed = (query: string): unknown =>
      expect.stringMatching(
        new RegExp(`^${ORIGIN}/v3/mcp/${id}\\?${query.replaceAll("+", "\\+")}&signature=[\\w-]{43}$`),
      );
    const { body } = await askMcp(owner, "POST", "/servers/generate", {
      mcp_server_id: id,
      user_ids: ["ada & bob", "eve"],
      connected_account_ids: ["ca_1"],
      managed_auth_by_composio: true,
    });
    expect(body).toEqual({
      mcp_url: `${ORIGIN}/v3/mcp/${id}`,
      user_ids_url: [signed("user_id=ada+%26+bob"), signed("user_id=eve")],
      connected_account_urls: [signed("connected_account_id=ca_1")],
    });
    expect((await askMcp(owner, "GET", `/${id}`)).body).toMatchObject({
      mcp_url: `${ORIGIN}/v3/mcp/${id}`,
      updated_at: server.updated_at,
    });
  });
});

describe("users of a server", () => {
  it("need an account for each auth config, are listed, and lose these accounts when they are removed", async () => {
    const { id } = await newMcpServer(owner, { auth_config_ids: [owner.config] });
    const path = `/servers/${id}/instances`;
    expect((await askMcp(owner, "POST", path, { user_id: "instance-ada" })).body.error).toMatchObject({
      code: 403,
      suggested_fix: expect.stringContaining(owner.config) as string,
    });
    await connectUser(owner, "instance-ada", "key-of-an-instance-01");
    const response = await askMcp(owner, "POST", path, { user_id: "instance-ada" });
    expect(response).toMatchObject({ status: 201, body: { instance_id: "instance-ada", mcp_server_id: id } });
    expect((await askMcp(owner, "POST", path, { user_id: "instance-ada" })).status).toBe(409);
    expect((await askMcp(owner, "GET", `${path}?search=INSTANCE&limit=null`)).body).toMatchObject({
      instances: [{ instance_id: "instance-ada" }],
      server_id: id,
      total_pages: 1,
      current_page: 1,
    });
    expect((await askMcp(owner, "GET", `${path}?search=nobody`)).body.instances).toEqual([]);
    expect((await askMcp(owner, "GET", `/${id}`)).body.server_instance_count).toBe(1);
    expect((await askMcp(owner, "DELETE", `${path}/instance-ada`)).body).toMatchObject({
      deleted_connected_accounts: 1,
    });
    expect((await askMcp(owner, "DELETE", `${path}/instance-ada`)).status).toBe(404);
    const { rows } = await pool().query("SELECT 1 FROM connected_account WHERE user_id = 'instance-ada'");
    expect(rows).toHaveLength(0);
  });
});

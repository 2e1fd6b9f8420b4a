/** Sessions, tools that connect accounts and the management of a project over MCP, called by the official client. */
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { writeSessionFile } from "@/lib/workbench/session-files";
import {
  APPROVE,
  ASK_EVERY_CALL,
  connectDesk,
  execute,
  installDesk,
  openOffice,
  type Office,
  sessionOf,
  startDesk,
} from "@/test/builders/approvals";
import type { Provider } from "@/test/servers/loopback-provider";
import { newMcpServer } from "@/test/clients/mcp-api";
import { connectMcp } from "@/test/clients/mcp-client";
import { queryRows } from "@/test/setup/query-rows";
import { connectAt, statusOf } from "@/test/clients/session-mcp";

let provider: Provider;
let office: Office;
let key: string;
let keyId: string;
let session: string;

type McpToolResult = {
  content: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};

beforeAll(async () => {
  await installDesk();
  provider = await startDesk();
  office = await openOffice(provider);
  ({ key, id: keyId } = await createApiKey(office.projectId, { name: "mcp" }));
  session = await sessionOf(office, { preload: { tools: ["DESK_READ", "DESK_WRITE"] } });
});
afterAll(() => provider.close());

/** What the audit trail has of an action in this project, the newest first. */
const trail = (action: string) =>
  queryRows(
    "test.trail",
    "SELECT operation, actor_kind, target, address FROM audit_event WHERE project_id = $1 AND action = $2 ORDER BY at DESC",
    [office.projectId, action],
  );
const path = (id: string) => `/tool_router/${id}/mcp`;
const connect = (id = session) => connectAt(path(id), { "x-api-key": key });
const call = async (client: Awaited<ReturnType<typeof connect>>, name: string, args: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: args })) as McpToolResult;

describe("a session over MCP", () => {
  it("explains its use and the apps of the user, and lists meta tools and preloaded ones", async () => {
    const client = await connect();
    expect(client.getInstructions()).toContain("desk");
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["COMPOSIO_SEARCH_TOOLS", "COMPOSIO_MULTI_EXECUTE_TOOL", "DESK_READ", "DESK_WRITE"]),
    );
    expect(names).not.toContain("DESK_CLOSE");
    await expect(client.callTool({ name: "DESK_CLOSE", arguments: { title: "x" } })).rejects.toThrow(
      /Unknown tool: DESK_CLOSE.*COMPOSIO_MULTI_EXECUTE_TOOL/,
    );
  });

  it("runs tools and meta tools with the user's account, each in the log of the session", async () => {
    const client = await connect();
    const read = await call(client, "DESK_READ", {});
    expect(read.structuredContent).toMatchObject({ data: { number: 1 }, error: null });
    const many = await call(client, "COMPOSIO_MULTI_EXECUTE_TOOL", {
      tools: [{ tool_slug: "DESK_CLOSE", arguments: { title: "by many" } }],
      sync_response_to_workbench: false,
    });
    expect(many.isError).toBeUndefined();
    expect(JSON.parse(provider.seen.at(-1)?.body ?? "")).toEqual({ title: "by many" });
    const { body } = await office.client("GET", `/logs/tool_execution/${String(read.structuredContent?.log_id)}`);
    expect(JSON.stringify(body)).toContain(session);
  });

  it("reports bad arguments as a result that the model reads", async () => {
    const refusal = await call(await connect(), "DESK_WRITE", {});
    expect(refusal.isError).toBe(true);
    expect(refusal.content[0]?.text).toContain("title");
  });

  it("has one list under each of its addresses", async () => {
    for (const address of [
      `/tool_router/session/${session}/mcp`,
      `/tool_router/v3/${session}/mcp`,
      `/v3/mcp/tool-router/${session}/mcp`,
    ])
      expect(await statusOf(address, { authorization: `Bearer ${key}` })).toBe(200);
  });

  it("informs listeners that the list changed", async () => {
    const id = await sessionOf(office, {});
    const client = await connect(id);
    const notice = new Promise<void>((resolve) => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
    });
    await office.client("PATCH", `/tool_router/session/${id}`, { preload: { tools: ["DESK_READ"] } });
    await notice;
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("DESK_READ");
    await client.close();
  });
});

describe("a caller of the session", () => {
  it("needs a key of the project or of this session", async () => {
    const other = await sessionOf(office, {});
    const { body } = await office.client("POST", `/internal/patchbay/sessions/${session}/access_keys`, { name: "mcp" });
    const sessionHeaders = { "x-session-access-key": String(body.key) };
    expect(await statusOf(path(session), sessionHeaders)).toBe(200);
    expect(await statusOf(path(session), { authorization: `Bearer ${String(body.key)}` })).toBe(200);
    expect(await statusOf(path(other), sessionHeaders)).toBe(404);
    expect(await statusOf(path(session), {})).toBe(401);
    expect(await statusOf(path(session), { "x-api-key": "ak_000000000000000000000000" })).toBe(401);
    expect(await statusOf(path("trs_000000000000"), { "x-api-key": key })).toBe(404);
    const stranger = await openOffice(provider);
    const theirs = await createApiKey(stranger.projectId, { name: "mcp" });
    expect(await statusOf(path(session), { "x-api-key": theirs.key })).toBe(404);
  });

  it("cannot use a session's access key for the management server (401)", async () => {
    const { body } = await office.client("POST", `/internal/patchbay/sessions/${session}/access_keys`, { name: "mcp" });
    expect(await statusOf("/mcp/manage", { authorization: `Bearer ${String(body.key)}` })).toBe(401);
  });
});

describe("calls that want an approval", () => {
  it("ask the client, and run once it has approved", async () => {
    const id = await sessionOf(office, { ...ASK_EVERY_CALL, preload: { tools: ["DESK_WRITE"] } });
    const messages: string[] = [];
    const client = await connectAt(path(id), { "x-api-key": key }, ({ message }) => {
      messages.push(message);
      return APPROVE as never;
    });
    const before = provider.seen.length;
    const done = await call(client, "DESK_WRITE", { title: "asked" });
    expect(messages).toHaveLength(1);
    expect(done.structuredContent).toMatchObject({ data: { number: 1 } });
    expect(provider.seen.length).toBe(before + 1);
    const [row] = await trail("approval.decide");
    expect(row).toMatchObject({ operation: "mcp.session.call", actor_kind: "apiKey" });
    const decided = "SELECT decided_by FROM parked_call WHERE project_id = $1 AND id = $2";
    const [decision] = await queryRows("test.decided", decided, [office.projectId, row?.target]);
    expect(decision).toEqual({ decided_by: keyId });
  });

  it("link a client that cannot be asked, and a session key, to the page where a person decides", async () => {
    const id = await sessionOf(office, { ...ASK_EVERY_CALL, preload: { tools: ["DESK_WRITE"] } });
    const before = provider.seen.length;
    const waiting = await call(await connect(id), "DESK_WRITE", { title: "unasked" });
    expect(waiting.structuredContent?.approval_url).toMatch(/^http/);
    const { body } = await office.client("POST", `/internal/patchbay/sessions/${id}/access_keys`, { name: "mcp" });
    const sessionClient = await connectAt(
      path(id),
      { "x-session-access-key": String(body.key) },
      () => APPROVE as never,
    );
    const own2 = await call(sessionClient, "DESK_WRITE", { title: "by the sandbox" });
    expect(own2.structuredContent?.approval_url).toMatch(/^http/);
    expect(provider.seen.length).toBe(before);
    expect((await execute(office, id, "by REST")).body.approval_url).toBeDefined();
  });
});

describe("files of a session", () => {
  it("are resources of this session alone", async () => {
    await writeSessionFile(office.projectId, session, "notes/a.txt", { size: 5, body: [Buffer.from("hello")] });
    const client = await connect();
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([
      { uri: "file:///mnt/files/notes/a.txt", name: "notes/a.txt", mimeType: "text/plain", size: 5 },
    ]);
    const { contents } = await client.readResource({ uri: "file:///mnt/files/notes/a.txt" });
    expect(contents).toMatchObject([{ text: "hello" }]);
    for (const uri of [
      "file:///mnt/files/../../etc/passwd",
      "file:///mnt/files/%2e%2e/x",
      "file:///etc/passwd",
      "file:///mnt/files/none",
      "http://127.0.0.1/",
    ])
      await expect(client.readResource({ uri })).rejects.toThrow();
    expect((await (await connect(await sessionOf(office, {}))).listResources()).resources).toEqual([]);
  });
});

describe("the tools of a server that connect accounts", () => {
  const serverOf = (more: object = {}) => newMcpServer({ key }, { toolkits: ["desk"], ...more });
  const connectUser = (id: string, user: string, more = "") =>
    connectMcp(`${id}?user_id=${user}${more}`, { "x-api-key": key });
  const namesOf = async (client: Awaited<ReturnType<typeof connect>>) =>
    (await client.listTools()).tools.map(({ name }) => name).filter((name) => name.startsWith("COMPOSIO_"));

  it("exist if the server manages connections, or the address asks for the older ones too", async () => {
    const [plain, managed] = [await serverOf(), await serverOf({ managed_auth_via_composio: true })];
    expect(await namesOf(await connectUser(plain.id, "bob"))).toEqual([]);
    expect(await namesOf(await connectUser(managed.id, "bob"))).toEqual([
      "COMPOSIO_MANAGE_CONNECTIONS",
      "COMPOSIO_WAIT_FOR_CONNECTIONS",
    ]);
    expect(await namesOf(await connectUser(plain.id, "bob", "&include_composio_helper_actions=true"))).toHaveLength(8);
    await expect(
      (await connectUser(plain.id, "bob")).callTool({
        name: "COMPOSIO_MANAGE_CONNECTIONS",
        arguments: { toolkits: ["desk"] },
      }),
    ).rejects.toThrow(/Unknown tool/);
  });

  it("show whether the user has an account of the server's apps, and return a link for a missing one", async () => {
    const { id } = await serverOf();
    const [ada, bob] = await Promise.all(
      ["ada", "bob"].map((user) => connectUser(id, user, "&include_composio_helper_actions=true")),
    );
    const check = async (client: typeof ada) =>
      (await call(client!, "COMPOSIO_CHECK_ACTIVE_CONNECTION", { toolkit: "desk" })).structuredContent;
    expect(await check(ada)).toMatchObject({ data: { active_connection: true } });
    expect(await check(bob)).toMatchObject({ data: { active_connection: false }, successful: true });
    const link = await call(bob!, "COMPOSIO_INITIATE_CONNECTION", { toolkit: "desk" });
    expect(JSON.stringify(link.structuredContent)).toMatch(/"redirect_url":"http/);
    expect((await trail("connected_account.link"))[0]).toMatchObject({ operation: "mcp.call", actor_kind: "apiKey" });
    const apps = await call(bob!, "COMPOSIO_RETRIEVE_TOOLKITS", {});
    expect(apps.structuredContent).toMatchObject({ data: { apps: [{ key: "desk", name: "Desk" }], total: 1 } });
    const result = await call(bob!, "COMPOSIO_GET_REQUIRED_PARAMETERS", { toolkit: "gmail" });
    expect(result).toMatchObject({ isError: true });
    const bad = await call(bob!, "COMPOSIO_MANAGE_CONNECTIONS", { toolkits: "desk" });
    expect(bad).toMatchObject({ isError: true });
    const outside = await call(bob!, "COMPOSIO_MANAGE_CONNECTIONS", { toolkits: ["gmail"] });
    expect(JSON.stringify(outside.structuredContent)).not.toContain("redirect_url");
  });

  it.each([
    ["a server", async () => `/v3/mcp/${(await serverOf({ managed_auth_via_composio: true })).id}?user_id=`, "carl"],
    [
      "a session",
      async () => path(await sessionOf(office, { user_id: "dora", preload: { tools: ["DESK_READ"] } })),
      "",
    ],
  ])("let a client open the link during a call, which continues: %s", async (_, address, user) => {
    const elicitations: unknown[] = [];
    const client = await connectAt((await address()) + user, { "x-api-key": key }, async (elicitation) => {
      elicitations.push(elicitation);
      await connectDesk(office, user || "dora", provider);
      return { action: "accept" };
    });
    expect((await call(client, "DESK_READ", {})).structuredContent).toMatchObject({ data: { number: 1 } });
    expect(elicitations).toMatchObject([{ mode: "url", url: expect.stringMatching(/^http/) as string }]);
    const refusing = await connectAt((await address()) + (user && "emil"), { "x-api-key": key }, () => ({
      action: "decline",
    }));
    const refusal = await call(refusing, "DESK_READ", {});
    if (user) expect(refusal.structuredContent).toMatchObject({ code: 1803 });
  });

  it("run tools at once with an account that was connected by the link", async () => {
    const { id } = await serverOf({ managed_auth_via_composio: true });
    const ada = await connectUser(id, "ada");
    expect((await call(ada, "DESK_READ", {})).structuredContent).toMatchObject({ data: { number: 1 } });
    const done = await call(ada, "COMPOSIO_WAIT_FOR_CONNECTIONS", { toolkits: ["desk"], timeout: 5 });
    expect(done.isError).toBeUndefined();
  });
});

describe("the management server", () => {
  it("lists the operations and runs them with the caller's key", async () => {
    const client = await connectAt("/mcp/manage", { "x-api-key": key, "x-forwarded-for": "203.0.113.9" });
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(35);
    expect(JSON.stringify(tools.map(({ inputSchema }) => inputSchema))).not.toContain("nanoid");
    const result = await call(client, "create_mcp_server", { name: "By an agent", toolkits: ["desk"] });
    const { id } = JSON.parse(result.content[0]?.text ?? "") as { id: string };
    expect((await trail("mcp_server.create"))[0]).toMatchObject({ target: id, address: "203.0.113.9" });
    const server = await call(client, "get_mcp_server", { mcp_server_id: id });
    expect(JSON.parse(server.content[0]?.text ?? "")).toMatchObject({ id, name: "By an agent" });
    const refusal = await call(client, "create_mcp_server", { toolkits: ["desk"] });
    expect(refusal).toMatchObject({ isError: true });
    expect(refusal.content[0]?.text).toContain("name");
    // An object that JavaScript cannot convert to text.
    const odd = await call(client, "list_tools", { limit: [{ toString: 1 }] });
    expect(JSON.parse(odd.content[0]?.text ?? "")).toHaveProperty("items");
  });
});

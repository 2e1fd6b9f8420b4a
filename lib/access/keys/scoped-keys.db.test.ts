/** Scoped keys at every door: the API, sessions and their meta tools, MCP, and operations that pass power on. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import {
  answering,
  APPROVE,
  ASK_EVERY_CALL,
  installDesk,
  openOffice,
  type Office,
  sender,
  sessionOf,
  startDesk,
} from "@/test/builders/approvals";
import { newMcpServer } from "@/test/clients/mcp-api";
import { connectAt, statusOf } from "@/test/clients/session-mcp";
import type { Provider } from "@/test/servers/loopback-provider";
import { createApiKey, findApiKeys, findCallerByApiKey } from "./api-keys";
import type { KeyScopes } from "./key-scopes";

let provider: Provider;
let office: Office;
let session: string;

beforeAll(async () => {
  await installDesk();
  provider = await startDesk();
  office = await openOffice(provider);
  session = await sessionOf(office, { preload: { tools: ["DESK_READ"] } });
});
afterAll(() => provider.close());

const keyWith = async (scopes: KeyScopes): Promise<string> =>
  (await createApiKey(office.projectId, { name: "scoped", scopes })).key;
const send = async (scopes: KeyScopes) => sender({ "x-api-key": await keyWith(scopes) });
const errorOf = (body: unknown) => (body as { error: { message: string } }).error.message;
const EXECUTE = "/tools/execute/DESK_READ";
const READ = { user_id: "ada", arguments: {} };

describe("a scoped key", () => {
  it("does what its scopes allow, and the refusal of all else names area and level", async () => {
    const client = await send({ tool_execution: "write" });
    expect((await client("POST", EXECUTE, READ)).status).toBe(200);
    const creation = await client("POST", "/tool_router/session", { user_id: "ada" });
    expect([creation.status, errorOf(creation.body)]).toEqual([
      403,
      "This API key cannot do this: it lacks write access to sessions.",
    ]);
    const list = await client("GET", "/connected_accounts");
    expect([list.status, errorOf(list.body)]).toEqual([
      403,
      "This API key cannot do this: it lacks read access to connected_accounts.",
    ]);
  });

  it("may read with write access, and may not write with read access", async () => {
    const writer = await send({ sessions: "write" });
    expect((await writer("GET", `/tool_router/session/${session}`)).status).toBe(200);
    const reader = await send({ sessions: "read" });
    expect((await reader("GET", `/tool_router/session/${session}`)).status).toBe(200);
    expect((await reader("POST", "/tool_router/session", { user_id: "ada" })).status).toBe(403);
  });

  it("is of a kind that an older version refuses, and opens nothing if its scopes cannot be read", async () => {
    const { key, id } = await createApiKey(office.projectId, { name: "odd", scopes: { tools: "write" } });
    expect((await db.apiKey.findUniqueOrThrow({ where: { id } })).kind).toBe("scoped");
    await db.apiKey.update({ where: { id }, data: { scopes: { tools: "everything" } } });
    const caller = await findCallerByApiKey(key);
    expect(caller?.by).toMatchObject({ permissions: new Set() });
  });

  it("is listed with its scopes; a key without scopes has full access", async () => {
    await keyWith({ files: "read" });
    const { items } = await findApiKeys(office.projectId, { limit: 100 });
    expect(items[0]?.scopes).toEqual({ files: "read" });
    expect(items.at(-1)?.scopes).toBeNull();
  });
});

describe("in a session", () => {
  const inSession = async (scopes: KeyScopes, slug: string, args: object) => {
    const client = await send(scopes);
    const { status, body } = await client("POST", `/tool_router/session/${session}/execute`, {
      ...{ tool_slug: slug, arguments: args },
    });
    return status === 403 ? errorOf(body) : status;
  };
  const lacks = (what: string) => `This API key cannot do this: it lacks ${what}.`;
  const BODIES: [string, object, KeyScopes, string][] = [
    [
      "COMPOSIO_MANAGE_CONNECTIONS",
      { toolkits: ["desk"] },
      { connected_accounts: "write" },
      "write access to connected_accounts",
    ],
    ["COMPOSIO_SEARCH_TOOLS", { queries: [{ use_case: "read tickets" }] }, { tools: "read" }, "read access to tools"],
    [
      "COMPOSIO_REMOTE_WORKBENCH",
      { code_to_execute: "1" },
      { proxy_execute: "write" },
      "write access to proxy_execute",
    ],
    ["COMPOSIO_REMOTE_BASH_TOOL", { command: "true" }, { proxy_execute: "write" }, "write access to proxy_execute"],
    ["COMPOSIO_GET_RECIPE", { recipe_id: "r" }, { tools: "read" }, "read access to tools"],
  ];

  it.each(BODIES)("%s needs what it does besides executing", async (slug, args, scopes, what) => {
    expect(await inSession({ tool_execution: "write" }, slug, args)).toBe(lacks(what));
    if (slug.startsWith("COMPOSIO_REMOTE")) return;
    expect(await inSession({ tool_execution: "write", ...scopes }, slug, args)).not.toBe(lacks(what));
  });

  it("the list of tools for an agent leaves out meta tools that the key may not use", async () => {
    const client = await send({ sessions: "read", tools: "read" });
    const { body } = await client("GET", `/tool_router/session/${session}/tools?limit=100`);
    const names = (body as unknown as { items: { slug: string }[] }).items.map(({ slug }) => slug);
    expect(names).toContain("COMPOSIO_SEARCH_TOOLS");
    expect(names).not.toContain("COMPOSIO_MANAGE_CONNECTIONS");
  });

  it("meta tools outside a session need the same", async () => {
    const client = await send({ tool_execution: "write" });
    const { status, body } = await client("POST", "/tools/execute/composio_manage_connections", {
      ...{ user_id: "ada", arguments: { toolkits: ["desk"] } },
    });
    expect([status, errorOf(body)]).toEqual([403, lacks("write access to connected_accounts")]);
  });

  it("a key without access to sessions cannot answer what its own call waits for", async () => {
    const waiting = await sessionOf(office, ASK_EVERY_CALL);
    const client = await send({ tool_execution: "write" });
    const call = { tool_slug: "DESK_WRITE", arguments: { title: "x" } };
    const path = `/tool_router/session/${waiting}/execute`;
    const { body } = await client("POST", path, call);
    const count = provider.seen.length;
    const repeated = await client("POST", path, { ...call, ...answering(body, APPROVE) });
    expect([repeated.status, errorOf(repeated.body)]).toEqual([403, "This key cannot answer what a call waits for."]);
    expect(provider.seen).toHaveLength(count);
  });

  it("makes no key of a session that could do more than itself", async () => {
    const path = `/internal/patchbay/sessions/${session}/access_keys`;
    const weak = await send({ sessions: "write" });
    const { status, body } = await weak("POST", path, { name: "more" });
    expect([status, errorOf(body)]).toEqual([403, lacks("write access to tool_execution")]);
    const full = await send({ sessions: "write", tool_execution: "write", proxy_execute: "write", tools: "read" });
    expect((await full("POST", path, { name: "equal" })).status).toBe(201);
  });
});

describe("over MCP", () => {
  it("opens a session or a server only with access to execution", async () => {
    const { key } = await createApiKey(office.projectId, { name: "full" });
    const { id: server } = await newMcpServer({ key }, { toolkits: ["desk"] });
    for (const path of [`/tool_router/${session}/mcp`, `/v3/mcp/${server}?user_id=ada`]) {
      expect(await statusOf(path, { "x-api-key": await keyWith({ tool_execution: "write" }) }), path).toBe(200);
      expect(await statusOf(path, { "x-api-key": await keyWith({ mcp_servers: "write" }) }), path).toBe(403);
    }
  });

  it("a session lists the meta tools that the key may use, and refuses the others by their area", async () => {
    const path = `/tool_router/${session}/mcp`;
    const client = await connectAt(path, { "x-api-key": await keyWith({ tool_execution: "write", tools: "read" }) });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["COMPOSIO_SEARCH_TOOLS", "COMPOSIO_MULTI_EXECUTE_TOOL", "DESK_READ"]),
    );
    expect(names).not.toContain("COMPOSIO_MANAGE_CONNECTIONS");
    expect(names.filter((name) => name.startsWith("COMPOSIO_REMOTE"))).toEqual([]);
    expect(client.getInstructions()).not.toContain("COMPOSIO_MANAGE_CONNECTIONS");
    const refusal = await client.callTool({ name: "COMPOSIO_MANAGE_CONNECTIONS", arguments: { toolkits: ["desk"] } });
    expect([refusal.isError, JSON.stringify(refusal.content)]).toEqual([
      true,
      expect.stringContaining("it lacks write access to connected_accounts"),
    ]);
    const { key } = await createApiKey(office.projectId, { name: "full" });
    const full = await connectAt(path, { "x-api-key": key });
    const all = (await full.listTools()).tools.map(({ name }) => name);
    expect(all).toEqual(expect.arrayContaining(["COMPOSIO_MANAGE_CONNECTIONS", "COMPOSIO_REMOTE_WORKBENCH"]));
  });

  it("the management server offers what the key allows", async () => {
    const client = await connectAt("/mcp/manage", { "x-api-key": await keyWith({ auth_configs: "read" }) });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("list_auth_configs");
    expect(names).not.toContain("create_auth_config");
    expect(names).not.toContain("execute_tool");
  });
});

/**
 * An MCP server of Patchbay, used by the official clients of both generations, over each transport and path, with an
 * address alone.
 */
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { installLoopbackToolkit, startProvider, type Provider } from "@/test/servers/loopback-provider";
import {
  askMcp,
  connectUser,
  endMcpAddresses,
  generateMcp,
  MCP_TOOLS,
  mcpRoutes,
  newMcpOwner,
  newMcpServer,
  type McpOwner,
} from "@/test/clients/mcp-api";
import { connectFirst, connectSecond } from "@/test/mcp-fixture/clients";
import { serveRoutes, type Served } from "@/test/mcp-fixture/serve";
import { announceServer } from "../servers/announce-server";
import { TOOLS_A_PAGE } from "../tools/server-tools";

let provider: Provider;
let served: Served;
let owner: McpOwner;
let serverId: string;
let query: string;

const MANY = Array.from({ length: TOOLS_A_PAGE }, (_, n) => ({
  slug: `LOOPBACK_MANY_${String(n).padStart(4, "0")}`,
  input: { type: "object", properties: {} },
  request: { method: "GET" as const, path: `/many/${n}`, parameters: [] },
}));
const NAMES = [...MCP_TOOLS, ...MANY].map(({ slug }) => slug).sort();

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, [...MCP_TOOLS, ...MANY]);
  owner = await newMcpOwner();
  await connectUser(owner, "ada", "key-of-ada-0123456789");
  ({ id: serverId } = await newMcpServer(owner));
  const { users } = await generateMcp(owner, serverId, { user_ids: ["ada"] });
  query = new URL(`http://localhost/${users[0]}`).search.slice(1);
  served = await serveRoutes(mcpRoutes);
});
afterAll(async () => {
  await served.close();
  await provider.close();
});

/** What both generations of the client have, in one form. */
type TestClient = {
  page: (cursor?: string) => Promise<{ tools: { name: string }[]; nextCursor?: string | undefined }>;
  call: (signal?: AbortSignal) => Promise<unknown>;
  onChange: (changed: () => void) => Promise<unknown>;
  close: () => Promise<void>;
};

const READ = { name: "LOOPBACK_READ", arguments: { q: "x" } };

async function useFirst(path: string, streamable?: boolean): Promise<TestClient> {
  const client = await connectFirst(`${served.url}${path}`, streamable === undefined ? {} : { streamable });
  return {
    page: (cursor) => client.listTools(cursor === undefined ? {} : { cursor }),
    call: (signal) => client.callTool(READ, undefined, signal && { signal }),
    onChange: async (changed) => client.setNotificationHandler(ToolListChangedNotificationSchema, changed),
    close: () => client.close(),
  };
}

async function useSecond(path: string): Promise<TestClient> {
  const client = await connectSecond(`${served.url}${path}`);
  return {
    // Without a cursor, the client reads all pages automatically.
    page: (cursor) => client.listTools(cursor === undefined ? undefined : { cursor }),
    call: (signal) => client.callTool(READ, signal && { signal }),
    onChange: async (changed) => {
      client.setNotificationHandler("notifications/tools/list_changed", changed);
      await client.listen({ toolsListChanged: true });
    },
    close: () => client.close(),
  };
}

const CLIENTS: [string, () => Promise<TestClient>][] = [
  ["1.x, Streamable HTTP", () => useFirst(`/v3/mcp/${serverId}?${query}`)],
  ["1.x, Streamable HTTP at /sse", () => useFirst(`/v3/mcp/${serverId}/sse?${query}`, true)],
  ["1.x, HTTP+SSE", () => useFirst(`/v3/mcp/${serverId}/sse?${query}`)],
  ["1.x, HTTP+SSE at the older address", () => useFirst(`/composio/server/${serverId}?transport=sse&${query}`)],
  ["1.x, HTTP+SSE at the older address for it", () => useFirst(`/composio/server/${serverId}/sse?${query}`)],
  ["2.x, without a handshake", () => useSecond(`/v3/mcp/${serverId}?${query}`)],
  ["2.x, without a handshake at the older address", () => useSecond(`/composio/server/${serverId}?${query}`)],
];

describe.each(CLIENTS)("%s", (_, use) => {
  it("lists all tools by pages, calls one as its user, and ends a call at the provider", async () => {
    const client = await use();
    const first = await client.page();
    const names = first.tools.map(({ name }) => name);
    if (first.nextCursor !== undefined)
      names.push(...(await client.page(first.nextCursor)).tools.map(({ name }) => name));
    expect(names.sort()).toEqual(NAMES);
    expect(await client.call()).toMatchObject({ structuredContent: { successful: true, data: { url: "/read?q=x" } } });
    expect(provider.seen.at(-1)?.headers.authorization).toBe("Bearer key-of-ada-0123456789");
    const leave = new AbortController();
    const hangup = new Promise<void>((resolve) => {
      provider.answer = (__, response) => {
        response.once("close", resolve);
        leave.abort();
      };
    });
    await expect(client.call(leave.signal)).rejects.toThrow();
    await hangup;
    provider.reset();
    await client.close();
  });

  it("hears that the list is another one", async () => {
    const client = await use();
    let changeCount = 0;
    await client.onChange(() => void changeCount++);
    const lists = [["LOOPBACK_READ"], []];
    // The stream can start to listen after a change.
    const change = async () => {
      await askMcp(owner, "PATCH", `/${serverId}`, { allowed_tools: lists.reverse()[0] });
      return changeCount;
    };
    await expect.poll(change).toBeGreaterThan(0);
    await askMcp(owner, "PATCH", `/${serverId}`, { allowed_tools: [] });
    await client.close();
  });
});

it("a stream ends with its address, whatever else changes at that moment", async () => {
  const { id } = await newMcpServer(owner, { auth_config_ids: [owner.config] });
  const { users } = await generateMcp(owner, id, { user_ids: ["ada", "bob"] });
  const [ada, bob] = await Promise.all(
    users.map((path) => fetch(`${served.url}/v3/mcp/${path}`, { headers: { accept: "text/event-stream" } })),
  );
  // While the table is locked, the copy does not get to the end of what it looks at for the first change.
  const holder = new pg.Client({ connectionString: env().databaseUrl });
  await holder.connect();
  await holder.query("BEGIN; LOCK TABLE auth_config IN ACCESS EXCLUSIVE MODE");
  await announceServer(db, id);
  await endMcpAddresses(owner, id, { user_id: "ada" });
  await holder.end();
  // All of it: the stream has an end.
  expect(await ada?.text()).toContain("hello");
  const rest = bob?.text();
  expect((await askMcp(owner, "DELETE", `/${id}`)).status).toBe(200);
  expect(await rest).toContain("hello");
});

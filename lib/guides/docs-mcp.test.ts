/** The documentation as an MCP server, by the official client. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeAll, expect, it } from "vitest";
import * as docsRoute from "@/app/api/docs/mcp/route";
import { createApiRouter } from "@/lib/http/api-door/api-router";

const ADDRESS = "http://localhost:3000/api/docs/mcp";
const door = createApiRouter([docsRoute.POST, docsRoute.GET]);
const client = new Client({ name: "tests", version: "1.0.0" });

type ToolText = { isError?: boolean; content: { text: string }[] };
async function ask(name: string, input: Record<string, unknown>): Promise<[isError: boolean, text: string]> {
  const { isError = false, content } = (await client.callTool({ name, arguments: input })) as ToolText;
  return [isError, content[0]?.text ?? ""];
}

const post = (body: string, headers: Record<string, string> = {}) =>
  door.fetch(
    new Request(ADDRESS, { method: "POST", body, headers: { "content-type": "application/json", ...headers } }),
  );

beforeAll(() =>
  client.connect(
    new StreamableHTTPClientTransport(new URL(ADDRESS), {
      fetch: async (url, init) => door.fetch(new Request(url, init)),
    }),
  ),
);

it("lists its two tools, which only read", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ["search_docs", true],
    ["read_page", true],
  ]);
  expect(client.getInstructions()).toContain("Search first");
});

it("finds parts of guides and reads the page of a result, by any form of its address", async () => {
  const [, results] = await ask("search_docs", { query: "verify webhook signature" });
  const address = /\/docs\/triggers-and-webhooks\/webhooks#verify-the-signature/.exec(results)?.[0] ?? "";
  for (const form of [address, `https://patchbay.example${address}`, "/docs/triggers-and-webhooks/webhooks.md"])
    expect(await ask("read_page", { address: form })).toEqual([
      false,
      expect.stringMatching(/^# Events and webhooks\n/),
    ]);
  expect((await ask("search_docs", { query: "zzzzqqqq" }))[1]).toContain("No page has these words.");
});

it("reads operations of the API", async () => {
  const [isError, text] = await ask("read_page", { address: "/docs/api/getAuthConfigs" });
  expect([isError, text]).toEqual([false, expect.stringContaining("`GET /api/v3/auth_configs`")]);
});

it.each([
  ["read_page", { address: "/docs/../package.json" }],
  ["read_page", { address: "/docs/decisions/0001-two-doors" }],
  ["read_page", { address: "/docs/api/constructor" }],
  ["read_page", { address: "x".repeat(301) }],
  ["read_page", {}],
  ["search_docs", { query: "x".repeat(201) }],
  ["search_docs", { query: "mcp", more: true }],
])("tells the model what is wrong with %s %j", async (name, input) => {
  const [isError, text] = await ask(name, input);
  expect(isError).toBe(true);
  expect(text.length).toBeLessThan(500);
});

it("refuses other tools, streams, long messages, and pages of other sites", async () => {
  await expect(client.callTool({ name: "constructor", arguments: {} })).rejects.toThrow("Unknown tool");
  expect((await door.fetch(new Request(ADDRESS))).status).toBe(405);
  expect((await post("[]")).status).toBe(400);
  expect((await post(`{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(20_000)}"}`)).status).toBe(413);
  const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  expect((await post(ping, { origin: "https://evil.example" })).status).toBe(403);
  expect((await post(ping)).status).toBe(200);
});

/** The numbers of the first page. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { flushKeyUses } from "@/lib/access/keys/record-key-use";
import { signQueries } from "@/lib/mcp/addresses/signed-addresses";
import { flushMcpUses } from "@/lib/mcp/servers/record-mcp-use";
import { createServer } from "@/lib/mcp/servers/servers";
import { askApi, MCP_TOOLS, newMcpOwner, ORIGIN } from "@/test/clients/mcp-api";
import { message, postMcp } from "@/test/clients/mcp-client";
import { installLoopbackToolkit, startProvider, type Provider } from "@/test/servers/loopback-provider";
import { readOverview } from "./read-overview";

let provider: Provider;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
});
afterAll(() => provider.close());

async function isConnected(projectId: string): Promise<boolean> {
  await Promise.all([flushKeyUses(), flushMcpUses()]);
  return (await readOverview(projectId)).agent_connected;
}

/** A server with a signed address, which is made without a key. */
async function newAddress(projectId: string): Promise<string> {
  const server = await createServer(projectId, {
    name: "of tests",
    toolkits: ["loopback"],
    authConfigIds: [],
    allowedTools: [],
    managedAuth: false,
  });
  const [query] = await signQueries(server, [{ user_id: "ada" }]);
  return `${server.id}?${new URLSearchParams(query).toString()}`;
}

it.each([
  ["an Origin", { origin: ORIGIN }],
  ["the site of the request", { "sec-fetch-site": "same-origin" }],
])("an MCP client has called once it did, but the dashboard's inspector is none, by %s", async (_, ofPage) => {
  const { projectId } = await newMcpOwner();
  const address = await newAddress(projectId);
  expect((await postMcp(address, message("tools/list"), ofPage)).status).toBe(200);
  expect(await isConnected(projectId)).toBe(false);
  expect((await postMcp(address, message("tools/list"))).status).toBe(200);
  expect(await isConnected(projectId)).toBe(true);
});

it("a program has called once its key was used", async () => {
  const owner = await newMcpOwner();
  expect(await isConnected(owner.projectId)).toBe(false);
  await askApi(owner, "GET", "/auth_configs/nothing");
  expect(await isConnected(owner.projectId)).toBe(true);
});

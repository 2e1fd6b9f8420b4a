/** The official MCP server as a toolkit, over both transports, driven by the unmodified client of the SDK. */
import type { Server } from "node:http";
import type Client from "@composio/client";
import { Composio } from "composio-core-next";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { db } from "@/lib/kernel/database/db";
import { createTestOwner } from "@/test/builders/owners";
import { listen } from "@/test/servers/api";
import { startEverything, type EverythingServer } from "@/test/servers/everything-server";
import { forgetSettings } from "@/test/setup/process-memory";

let api: { server: Server; url: string };
let composio: Composio;
let projectId: string;
let key: string;
const servers: EverythingServer[] = [];

/** Client rc.6 has no methods for custom toolkits; they are made in the way of its other methods. */
function addCustom(client: Client): void {
  const path = "/api/v3.1/custom/toolkits";
  Object.assign(client, {
    custom: {
      upsert: (body: object, options?: object) => client.post(`${path}/upsert`, { body, ...options }),
      sync: (body: object, options?: object) => client.post(`${path}/sync`, { body, ...options }),
      deleteToolkit: (slug: string, options?: object) => client.delete(`${path}/${slug}`, options),
    },
  });
}

beforeAll(async () => {
  servers.push(...(await Promise.all([startEverything("streamableHttp"), startEverything("sse")])));
  vi.stubEnv("PATCHBAY_OUTBOUND_ALLOW", "127.0.0.1:*");
  forgetSettings();
  api = await listen(0);
  ({ projectId } = await createTestOwner());
  ({ key } = await createApiKey(projectId, { name: "sdk" }));
  composio = new Composio({ apiKey: key, baseURL: api.url, allowTracking: false, disableVersionCheck: true });
  addCustom(composio.getClient());
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  api.server.closeAllConnections();
  await new Promise((resolve) => api.server.close(resolve));
});

const toolkits = () => composio.experimental.customToolkits;
const config = (transport: number, more: object = {}) => ({
  name: "Everything",
  appUrl: servers[transport]?.url ?? "",
  authSchemes: [{ mode: "NO_AUTH" as const }],
  ...more,
});
const slugOf = (transport: number) => `CUSTOM_EVERYTHING_${transport}`;
const run = (transport: number, tool: string, args: Record<string, unknown>) =>
  composio.tools.execute(`${slugOf(transport)}_${tool}`, {
    userId: "ada",
    arguments: args,
    dangerouslySkipVersionCheck: true,
  });

describe.each([
  ["Streamable HTTP", 0],
  ["HTTP with SSE", 1],
])("over %s", (_, transport) => {
  it("is registered with its tools, which are found", async () => {
    expect(await toolkits().upsert({ slug: `everything ${transport}`, toolkitConfig: config(transport) })).toEqual({
      slug: slugOf(transport),
    });
    const tools = await composio.tools.getRawComposioTools({ toolkits: [slugOf(transport)], limit: 100 });
    expect(tools.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(["ECHO", "GET_SUM", "GET_TINY_IMAGE"].map((name) => `${slugOf(transport)}_${name}`)),
    );
    const sum = tools.find(({ slug }) => slug.endsWith("_GET_SUM"));
    expect(sum?.inputParameters).toMatchObject({ required: ["a", "b"], properties: { a: { type: "number" } } });
  });

  it("runs tools: texts, structured content, pictures as files, refusals", async () => {
    expect(await run(transport, "ECHO", { message: "hello" })).toMatchObject({
      successful: true,
      data: { content: [{ type: "text", text: "Echo: hello" }] },
    });
    expect(await run(transport, "GET_STRUCTURED_CONTENT", { location: "Chicago" })).toMatchObject({
      data: { structuredContent: { conditions: expect.any(String) } },
    });
    const picture = await run(transport, "GET_TINY_IMAGE", {});
    expect(picture.data.content).toContainEqual(
      expect.objectContaining({ type: "image", file: expect.objectContaining({ mimetype: "image/png" }) }),
    );
    expect(JSON.stringify(picture)).not.toContain("iVBORw0");
    expect(await run(transport, "GET_RESOURCE_REFERENCE", { resourceType: "Nothing" }).catch(() => "refused")).toBe(
      "refused",
    );
  });
});

it("the log has the call as every other", async () => {
  const logs = await fetch(`${api.url}/api/v3/logs/tool_execution`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: "{}",
  });
  expect(JSON.stringify(await logs.json())).toContain("CUSTOM_EVERYTHING_0_ECHO");
});

it("the same registration again changes nothing, another address or scheme is refused (409)", async () => {
  const before = await db.toolkit.findFirst({ where: { projectId, slug: "custom_everything_0" } });
  await toolkits().upsert({ slug: "EVERYTHING 0", toolkitConfig: config(0) });
  expect(await db.toolkit.findFirst({ where: { projectId, slug: "custom_everything_0" } })).toEqual(before);
  for (const other of [
    { appUrl: servers[1]?.url ?? "" },
    { authSchemes: [{ mode: "API_KEY" as const, headers: { "X-Key": "{{generic_api_key}}" } }] },
  ])
    await expect(toolkits().upsert({ slug: "EVERYTHING 0", toolkitConfig: config(0, other) })).rejects.toMatchObject({
      status: 409,
    });
  await toolkits().upsert({ slug: "EVERYTHING_0", toolkitConfig: config(0, { name: "Renamed" }) });
  expect(await composio.toolkits.get(slugOf(0))).toMatchObject({ name: "Renamed" });
});

it("it is read again, and deleted with all four counts", async () => {
  expect(await toolkits().sync(slugOf(0))).toMatchObject({
    slug: slugOf(0),
    version: expect.stringMatching(/^\d{8}_\d\d$/),
    syncedCount: expect.any(Number),
  });
  expect(await toolkits().delete(slugOf(0))).toEqual({
    ...{ slug: slugOf(0), deleted: true, revokeJobIds: [] },
    ...{ authConfigsDeleted: 0, connectedAccountsDeleted: 0 },
  });
  await expect(run(0, "ECHO", { message: "gone" })).rejects.toThrow();
  expect(await db.ownMcpTool.count({ where: { projectId, slug: "custom_everything_0" } })).toBe(0);
});

/** MCP clients that listen learn at once that a project changed a tool. */
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { Composio } from "composio-core-next";
import pg from "pg";
import { beforeAll, expect, it, vi } from "vitest";
import { watchOverrides } from "@/lib/catalog/overrides/watch-overrides";
import { readAddress } from "@/lib/mcp/addresses/audience";
import { watchServer } from "@/lib/mcp/endpoint/watch-server";
import { requireServer } from "@/lib/mcp/servers/servers";
import { metaToolkit } from "../builders/meta-toolkit";
import { useCustomToolkits } from "../clients/custom-toolkits";
import { connectFirst, connectSecond } from "../mcp-fixture/clients";
import { answer } from "../servers/hostile-mcp";
import { installConnectToolkits } from "../servers/oauth-providers";

const NOTE = { name: "write", description: "Writes a note.", inputSchema: { type: "object", properties: {} } };
const OVERRIDE = "/api/v3/internal/patchbay/tools/CUSTOM_NOTES_WRITE/override";
const stand = useCustomToolkits({
  mcp: ({ id, method }, response) =>
    method === "tools/list" ? (answer(response, id, { tools: [NOTE] }), true) : undefined,
});
let serverId: string;
let serverUrl: string;
let sessionUrl: string;

beforeAll(async () => {
  await installConnectToolkits({}, [metaToolkit()]);
  await stand.register("notes");
  const { body } = await stand.call("POST", "/api/v3/mcp/servers/custom", {
    name: "Notes",
    toolkits: ["custom_notes"],
  });
  serverId = body.id as string;
  serverUrl = `${stand.url}/v3/mcp/${serverId}?user_id=ada`;
  const { url: baseURL, keys } = stand;
  const sdk = new Composio({ apiKey: keys.project, baseURL, allowTracking: false, disableVersionCheck: true });
  const session = await sdk.create("ada", { toolkits: ["custom_notes"], sessionPreset: "direct_tools" });
  sessionUrl = `${stand.url}/tool_router/${session.sessionId}/mcp`;
});

const titlesOf = ({ tools }: { tools: { title?: string | undefined }[] }) => tools.map(({ title }) => title);

it.each([
  ["an MCP server", () => serverUrl],
  ["a session", () => sessionUrl],
])("both generations of clients of %s", async (place, urlOf) => {
  const headers = { "x-api-key": stand.keys.project };
  // It listens by a stream of its own: a change before that reaches nobody.
  let tellOpen = (): void => undefined;
  const opens = new Promise<void>((resolve) => {
    tellOpen = resolve;
  });
  const noticing = async (url: string | URL, init?: RequestInit) => {
    const response = await fetch(url, init);
    if (init?.method === "GET") tellOpen();
    return response;
  };
  const first = await connectFirst(urlOf(), { headers, fetch: noticing });
  const second = await connectSecond(urlOf(), { headers });
  const listening = await second.listen({ toolsListChanged: true });
  const waits = (name: string): Promise<void[]> =>
    Promise.all([
      new Promise<void>((resolve) => {
        first.setNotificationHandler(ToolListChangedNotificationSchema, async () => {
          if (titlesOf(await first.listTools()).includes(name)) resolve();
        });
      }),
      new Promise<void>((resolve) => {
        second.setNotificationHandler("notifications/tools/list_changed", async () => {
          if (titlesOf(await second.listTools()).includes(name)) resolve();
        });
      }),
    ]);
  await opens;
  const notice = waits(place);
  expect((await stand.call("PUT", OVERRIDE, { name: place })).status).toBe(200);
  await notice;
  const undone = waits("write");
  expect((await stand.call("DELETE", OVERRIDE)).status).toBe(200);
  await undone;
  await listening.close();
  await Promise.all([first.close(), second.close()]);
});

it("a change reaches a client that began to listen just before, while the list is read for the first time", async () => {
  const server = await requireServer(stand.projectId, serverId);
  const address = readAddress(new URLSearchParams({ user_id: "ben" }));
  const holder = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await holder.connect();
  await holder.query("BEGIN; LOCK TABLE mcp_server IN ACCESS EXCLUSIVE MODE");
  let changes = 0;
  const stops = [watchServer(server, address, () => changes++, vi.fn())];
  const announced = new Promise<void>((resolve) => {
    stops.push(watchOverrides(stand.projectId, resolve));
  });
  expect((await stand.call("PUT", OVERRIDE, { name: "early" })).status).toBe(200);
  await announced;
  await holder.end();
  await expect.poll(() => changes).toBe(1);
  for (const stop of stops) stop();
});

/** MCP clients that listen learn at once that a project changed a tool. */
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { Composio } from "composio-core-next";
import { beforeAll, expect, it } from "vitest";
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
let serverUrl: string;
let sessionUrl: string;

beforeAll(async () => {
  await installConnectToolkits({}, [metaToolkit()]);
  await stand.register("notes");
  const { body } = await stand.call("POST", "/api/v3/mcp/servers/custom", {
    name: "Notes",
    toolkits: ["custom_notes"],
  });
  serverUrl = `${stand.url}/v3/mcp/${body.id as string}?user_id=ada`;
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
  const first = await connectFirst(urlOf(), { headers });
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
  const notice = waits(place);
  expect((await stand.call("PUT", OVERRIDE, { name: place })).status).toBe(200);
  await notice;
  const undone = waits("write");
  expect((await stand.call("DELETE", OVERRIDE)).status).toBe(200);
  await undone;
  await listening.close();
  await Promise.all([first.close(), second.close()]);
});

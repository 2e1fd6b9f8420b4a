/** A toolkit of an MCP server in a session of the official SDK, and at an MCP server of the project. */
import { Composio } from "composio-core-next";
import { beforeAll, expect, it } from "vitest";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { useCustomToolkits } from "@/test/clients/custom-toolkits";
import { connectMcp } from "@/test/clients/mcp-client";
import { answer } from "@/test/servers/hostile-mcp";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const NOTE = {
  name: "write_note",
  description: "Writes a note into the notebook.",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
};
const stand = useCustomToolkits({
  mcp: ({ id, method }, response) =>
    method === "tools/list" ? (answer(response, id, { tools: [NOTE] }), true) : undefined,
});
beforeAll(async () => {
  await installConnectToolkits({}, [metaToolkit()]);
  await stand.register("notes");
});

const calls = () => stand.server.requests.filter(({ method }) => method === "tools/call").map(({ rpc }) => rpc.params);

it("a session that has the toolkit finds its tool and runs it", async () => {
  const { url: baseURL, keys } = stand;
  const sdk = new Composio({ apiKey: keys.project, baseURL, allowTracking: false, disableVersionCheck: true });
  const session = await sdk.create("ada", { toolkits: ["custom_notes"] });
  const search = await session.execute("COMPOSIO_SEARCH_TOOLS", { queries: [{ use_case: "write a note" }] });
  expect(JSON.stringify(search)).toContain("CUSTOM_NOTES_WRITE_NOTE");
  const many = await session.execute("COMPOSIO_MULTI_EXECUTE_TOOL", {
    tools: [{ tool_slug: "CUSTOM_NOTES_WRITE_NOTE", arguments: { text: "milk" } }],
    sync_response_to_workbench: false,
  });
  expect(JSON.stringify(many)).toContain("done");
  expect(calls().at(-1)).toMatchObject({ name: "write_note", arguments: { text: "milk" } });
});

it("a toolkit of one user is in no search and no list of another", async () => {
  await stand.register("diary", {}, "", { user_id: "ada" });
  const { url: baseURL, keys } = stand;
  const sdk = new Composio({ apiKey: keys.project, baseURL, allowTracking: false, disableVersionCheck: true });
  for (const [user, isShown] of [
    ["ada", true],
    ["bob", false],
  ] as const) {
    const session = await sdk.create(user, { toolkits: ["custom_diary", "custom_notes"] });
    const search = await session.execute("COMPOSIO_SEARCH_TOOLS", { queries: [{ use_case: "write a note" }] });
    expect(JSON.stringify(search).includes("CUSTOM_DIARY_WRITE_NOTE"), user).toBe(isShown);
    const slugs = (await session.toolkits()).items.map(({ slug }) => slug);
    expect([slugs.includes("custom_diary"), slugs.includes("custom_notes")], user).toEqual([isShown, true]);
  }
});

it("an MCP server of the project has the tool, without a session too", async () => {
  const { body } = await stand.call("POST", "/api/v3/mcp/servers/custom", {
    name: "Notes",
    toolkits: ["custom_notes"],
  });
  const client = await connectMcp(`${body.id as string}?user_id=ada`, { "x-api-key": stand.keys.project });
  expect((await client.listTools()).tools).toMatchObject([{ name: "CUSTOM_NOTES_WRITE_NOTE" }]);
  const result = await client.callTool({ name: "CUSTOM_NOTES_WRITE_NOTE", arguments: { text: "bread" } });
  expect(JSON.stringify(result)).toContain("done");
  expect(calls().at(-1)).toMatchObject({ name: "write_note", arguments: { text: "bread" } });
});

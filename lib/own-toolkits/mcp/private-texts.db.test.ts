/** The tools of a toolkit for one user: no other user's agent reads a word of them, by any name and in any door. */
import { Composio } from "composio-core-next";
import { beforeAll, describe, expect, it } from "vitest";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { useCustomToolkits } from "@/test/clients/custom-toolkits";
import { connectMcp } from "@/test/clients/mcp-client";
import { answer } from "@/test/servers/hostile-mcp";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const WORDS = "Writes about the merger with Acme.";
const NOTE = { name: "write_note", description: WORDS, inputSchema: { type: "object", properties: {} } };
const DOCUMENT = JSON.stringify({
  ...{ openapi: "3.0.3", info: { title: "Ledger", version: "1" }, servers: [{ url: "https://ledger.example.net" }] },
  paths: { "/entries": { get: { summary: "List entries", description: WORDS, responses: {} } } },
});
const SLUGS = ["CUSTOM_DIARY_WRITE_NOTE", "CUSTOM_LEDGER_LIST_ENTRIES"];
const PLAIN = "CUSTOM_NOTES_WRITE_NOTE";

const stand = useCustomToolkits({
  mcp: ({ id, method }, response) =>
    method === "tools/list" ? (answer(response, id, { tools: [NOTE] }), true) : undefined,
  plain: ({ id, method }, response) =>
    method === "tools/list"
      ? (answer(response, id, { tools: [{ ...NOTE, description: "Writes a note." }] }), true)
      : undefined,
});
let sdk: Composio;

beforeAll(async () => {
  await installConnectToolkits({}, [metaToolkit()]);
  await stand.register("diary", {}, "", { user_id: "ada" });
  await stand.register("notes", { mcp_url: stand.server.url("plain") });
  const base = "/api/v3/internal/patchbay/own_toolkits";
  expect((await stand.call("POST", base, { document: DOCUMENT, access: "ada" })).status).toBe(201);
  expect((await stand.call("POST", `${base}/custom_ledger/publish`)).status).toBe(200);
  sdk = new Composio({
    apiKey: stand.keys.project,
    baseURL: stand.url,
    allowTracking: false,
    disableVersionCheck: true,
  });
});

/** Everything that is read in a door, as text. */
const DOORS: [string, (user: string) => Promise<unknown>][] = [
  [
    "schemas by exact slugs",
    async (user) => {
      const session = await sdk.create(user, {});
      return session.execute("COMPOSIO_GET_TOOL_SCHEMAS", { tool_slugs: [...SLUGS, PLAIN], include: ["input_schema"] });
    },
  ],
  [
    "suggestions for a slug that is almost right",
    async (user) => {
      const session = await sdk.create(user, {});
      const near = SLUGS.map((slug) => `${slug}S`);
      return session.execute("COMPOSIO_GET_TOOL_SCHEMAS", { tool_slugs: [...near, PLAIN] });
    },
  ],
  [
    "tools that a session preloads by exact slugs",
    async (user) => (await sdk.create(user, { preload: { tools: [...SLUGS, PLAIN] } })).tools(),
  ],
  [
    "all tools of the toolkits of a session",
    async (user) =>
      (
        await sdk.create(user, {
          toolkits: ["custom_diary", "custom_ledger", "custom_notes"],
          sessionPreset: "direct_tools",
        })
      ).tools(),
  ],
  [
    "a search in a session",
    async (user) => {
      const session = await sdk.create(user, {});
      const queries = [{ use_case: "write a note about the merger with acme" }, { use_case: "list ledger entries" }];
      return session.execute("COMPOSIO_SEARCH_TOOLS", { queries });
    },
  ],
  [
    "calls of the tools, also with arguments that they do not have",
    async (user) => {
      const session = await sdk.create(user, {});
      const tools = [...SLUGS, PLAIN].map((tool_slug) => ({ tool_slug, arguments: { wrong: 1 } }));
      return session.execute("COMPOSIO_MULTI_EXECUTE_TOOL", { tools, sync_response_to_workbench: false });
    },
  ],
  [
    "an MCP server of the project",
    async (user) => {
      const { body } = await stand.call("POST", "/api/v3/mcp/servers/custom", {
        name: `All of ${user}`,
        toolkits: ["custom_diary", "custom_ledger", "custom_notes"],
      });
      const client = await connectMcp(`${body.id as string}?user_id=${user}`, { "x-api-key": stand.keys.project });
      const call = (name: string) => client.callTool({ name, arguments: {} }).catch((error: Error) => error.message);
      return [await client.listTools(), await call("CUSTOM_DIARY_WRITE_NOTES")];
    },
  ],
];

describe.each(DOORS)("%s", (name, read) => {
  it("shows nothing of it to another user", async () => {
    const text = JSON.stringify(await read("bob"));
    expect(text).not.toContain("merger with Acme.");
    expect(text).toContain(PLAIN);
    // What the caller named itself comes back as it was named.
    if (!/exact|calls/.test(name)) for (const slug of SLUGS) expect(text).not.toMatch(new RegExp(`${slug}(?!S)`));
  });

  it("shows it to its user", async () => {
    const text = JSON.stringify(await read("ada"));
    for (const slug of SLUGS) expect(text).toContain(slug);
  });
});

it("403 before a word about its arguments", async () => {
  for (const slug of SLUGS) {
    const body = { user_id: "bob", arguments: { wrong: 1 } };
    const run = await stand.call("POST", `/api/v3.1/tools/execute/${slug}`, body);
    expect([run.status, JSON.stringify(run.body)], slug).toEqual([403, expect.not.stringContaining("wrong")]);
  }
});

it("an MCP address of accounts has the tools of these accounts' user", async () => {
  const { body } = await stand.call("POST", "/api/v3/mcp/servers/custom", {
    name: "Diary",
    toolkits: ["custom_diary"],
  });
  const client = await connectMcp(`${body.id as string}?connected_account_id=ca_nothing`, {
    "x-api-key": stand.keys.project,
  });
  expect((await client.listTools()).tools).toEqual([]);
});

/** A tool that is not published runs for the person who makes it, and for nobody else. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { connectKey, useCustomToolkits } from "@/test/clients/custom-toolkits";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const API = "/api/v3";
const DRAFTS = `${API}/internal/patchbay/own_toolkits`;
const TRY = `${API}/internal/patchbay/added_tools/try`;
const KEY = "key-of-the-tries-0123456789";
const stand = useCustomToolkits({});
let provider: Provider;
let account = "";

const toTool = (method: string, more: object = {}) => ({
  ...{ name: `${method} a crate`, description: "Handles a crate of the depot." },
  http: { method, path: "/crates/{id}", parameters: [{ name: "id", in: "path" }] },
  ...more,
});
const describeApi = (url: string) =>
  JSON.stringify({
    ...{ openapi: "3.0.3", info: { title: "Crates", version: "1" }, servers: [{ url }] },
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    paths: {
      "/crates": { get: { summary: "List crates", responses: {} } },
      "/crates/{id}": {
        delete: {
          summary: "Delete a crate",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          responses: {},
        },
      },
    },
  });

beforeAll(async () => {
  provider = await startProvider();
  const field = { name: "api_key", displayName: "Key", description: "Key", isSecret: true, required: true };
  const auth = {
    mode: "API_KEY" as const,
    connectionFields: [{ ...field, type: "string" as const, aliases: [] }],
    apply: [{ in: "header" as const, name: "X-Key", value: "{api_key}" }],
  };
  const request = { method: "GET" as const, path: "/crates", parameters: [] };
  await installConnectToolkits({
    crates: {
      ...{ name: "Crates", baseUrl: `${provider.baseUrl}/v1`, auth: [auth] },
      tools: [{ slug: "CRATES_LIST", input: { type: "object", properties: {} }, request }],
    },
  });
  account = await connectKey(stand, "crates", "ada", KEY);
});
beforeEach(() => provider.reset());
afterAll(() => provider.close());

const tryTool = (tool: object, more: object = {}, key?: string) =>
  stand.call("POST", TRY, { toolkit_slug: "crates", tool, arguments: { id: "c1" }, ...more }, key);

it("runs a tool by hand with an account or without one, and stores nothing but the row of the log", async () => {
  const answer = await tryTool(toTool("GET"), { connected_account_id: account });
  expect(answer.body).toMatchObject({ successful: true });
  expect(provider.seen).toMatchObject([{ url: "/v1/crates/c1", headers: { "x-key": KEY } }]);
  expect((await tryTool(toTool("GET"))).body).toMatchObject({ successful: true });
  expect(provider.seen[1]?.headers["x-key"]).toBeUndefined();
  const { body: log } = await stand.call("GET", `${API}/logs/tool_execution/${answer.body.log_id as string}`);
  expect(JSON.stringify(log)).toContain('"draft"');
  const run = { user_id: "ada", arguments: { id: "c1" } };
  expect((await stand.call("POST", `${API}/tools/execute/CRATES_GET_A_CRATE`, run)).status).toBe(404);
  const { body: tools } = await stand.call("GET", `${API}/tools?toolkit_slug=crates`);
  expect(JSON.stringify(tools)).not.toContain("CRATES_GET_A_CRATE");
});

it("asks before something is deleted, and sends nothing then", async () => {
  const refusal = await tryTool(toTool("DELETE"), { connected_account_id: account });
  expect([refusal.status, JSON.stringify(refusal.body)]).toEqual([422, expect.stringContaining("confirmed")]);
  expect(provider.seen).toEqual([]);
  await tryTool(toTool("DELETE"), { connected_account_id: account, confirmed: true });
  expect(provider.seen).toMatchObject([{ method: "DELETE", url: "/v1/crates/c1" }]);
});

it("never passes for a tool of the catalog, leaves the base URL, or takes another project's account", async () => {
  expect((await tryTool(toTool("GET", { slug: "LIST" }), { connected_account_id: account })).status).toBe(409);
  const outside = toTool("GET", { http: { method: "GET", path: "//evil.example/x" } });
  expect((await tryTool(outside, { connected_account_id: account })).status).toBe(422);
  const foreign = await tryTool(toTool("GET"), { connected_account_id: account }, stand.keys.stranger);
  expect([400, 404]).toContain(foreign.status);
  const { body: config } = await stand.call("POST", `${API}/auth_configs`, {
    toolkit: { slug: "crates" },
    auth_config: {
      ...{ type: "use_custom_auth", authScheme: "API_KEY" },
      tool_access_config: { tools_available_for_execution: ["CRATES_LIST"] },
    },
  });
  const { body: limited } = await stand.call("POST", `${API}/connected_accounts`, {
    auth_config: { id: (config.auth_config as { id: string }).id },
    connection: { user_id: "bob", state: { authScheme: "API_KEY", val: { api_key: KEY } } },
  });
  expect((await tryTool(toTool("GET"), { connected_account_id: limited.id })).status).toBe(403);
  expect(provider.seen).toEqual([]);
});

it("runs a tool of a draft that is not published, and of a document that is not stored", async () => {
  await stand.call("POST", DRAFTS, { slug: "custom_crates", document: describeApi(`${provider.baseUrl}/a`) });
  const run = (tool_slug: string, more: object = {}) =>
    stand.call("POST", `${DRAFTS}/custom_crates/try`, { tool_slug, arguments: {}, ...more });
  expect((await run("CUSTOM_CRATES_LIST_CRATES")).body).toMatchObject({ successful: true });
  expect(provider.seen.at(-1)?.url).toBe("/a/crates");
  await run("CUSTOM_CRATES_LIST_CRATES", { document: describeApi(`${provider.baseUrl}/b`) });
  expect(provider.seen.at(-1)?.url).toBe("/b/crates");
  expect((await run("CUSTOM_CRATES_NOTHING")).status).toBe(404);
  expect((await run("CUSTOM_CRATES_DELETE_A_CRATE", { arguments: { id: "1" } })).status).toBe(422);
  const { body: tools } = await stand.call("GET", `${API}/tools?toolkit_slug=custom_crates`);
  expect(tools.items).toEqual([]);
});

it("keeps the accounts of the published version from another address", async () => {
  await stand.call("POST", `${DRAFTS}/custom_crates/publish`);
  const ownersAccount = await connectKey(stand, "custom_crates", "ada", KEY);
  const run = (document: string) =>
    stand.call("POST", `${DRAFTS}/custom_crates/try`, {
      ...{ tool_slug: "CUSTOM_CRATES_LIST_CRATES", connected_account_id: ownersAccount, document },
    });
  expect((await run(describeApi(`${provider.baseUrl}/a`))).body).toMatchObject({ successful: true });
  expect(provider.seen).toMatchObject([{ url: "/a/crates", headers: { "x-key": KEY } }]);
  expect((await run(describeApi("https://evil.example"))).status).toBe(409);
  expect(provider.seen).toHaveLength(1);
});

/** A toolkit for one user runs for that user alone: its tools, requests through the proxy, and search. */
import { beforeAll, expect, it } from "vitest";
import { type ApiClient, newApiClient } from "@/test/clients/whole-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const BASE = "/internal/patchbay/own_toolkits";
const SLUG = "custom_diary";
let client: ApiClient;

beforeAll(async () => {
  await installConnectToolkits({});
  client = await newApiClient();
});

const DOCUMENT = JSON.stringify({
  ...{ openapi: "3.0.3", info: { title: "Diary", version: "1" }, servers: [{ url: "https://diary.example.net" }] },
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  paths: { "/days": { get: { summary: "List days", responses: {} } } },
});

const connect = async (config: string, user: string): Promise<string> => {
  const { body } = await client.call<{ id: string }>("POST", "/connected_accounts", {
    auth_config: { id: config },
    connection: { user_id: user, state: { authScheme: "API_KEY", val: { api_key: `key-of-${user}-0001` } } },
  });
  return body.id;
};

it("403 for anybody else, by a tool and by the proxy, and their agents do not find it", async () => {
  expect((await client.call("POST", BASE, { document: DOCUMENT, access: "default" })).status).toBe(400);
  const draft = await client.call("POST", BASE, { document: DOCUMENT, access: "ada" });
  expect([draft.status, draft.body]).toMatchObject([201, { slug: SLUG, access: "ada" }]);
  expect((await client.call("POST", `${BASE}/${SLUG}/publish`)).status).toBe(200);
  const { body: config } = await client.call<{ auth_config: { id: string } }>("POST", "/auth_configs", {
    toolkit: { slug: SLUG },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  const run = async (user: string) => {
    const account = await connect(config.auth_config.id, user);
    const body = { user_id: user, connected_account_id: account, arguments: {}, version: "latest", dry_run: true };
    const tool = await client.call("POST", "/tools/execute/CUSTOM_DIARY_LIST_DAYS", body);
    const request = { connected_account_id: account, endpoint: "/days", method: "GET", dry_run: true };
    return [tool.status, (await client.call("POST", "/tools/execute/proxy", request)).status];
  };
  expect(await run("ada")).toEqual([200, 200]);
  expect(await run("bob")).toEqual([403, 403]);
  const find = async (user: string) => {
    const { body: session } = await client.call<{ session_id: string }>("POST", "/tool_router/session", {
      user_id: user,
    });
    const { body } = await client.call("GET", `/tool_router/session/${session.session_id}/toolkits?search=diary`);
    return JSON.stringify(body).includes(SLUG);
  };
  expect([await find("ada"), await find("bob")]).toEqual([true, false]);
});

/** A provider that refuses a token which it has just given is not asked for another one with each call. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { remembered } from "@/test/setup/process-memory";
import { type Client, newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

let client: Client;
let provider: Provider;
let works = false;

beforeAll(async () => {
  const request = { method: "GET" as const, path: "/read", parameters: [] };
  await installConnectToolkits({
    renewed: {
      name: "Renewed",
      auth: [{ mode: "OAUTH2", provider: "strict" }],
      tools: [{ slug: "RENEWED_READ", input: { type: "object", properties: {} }, request }],
    },
  });
  [client, provider] = [await newClient(), await startProvider()];
});
afterAll(() => provider.close());

it("renews a refused token once; the account shows why it is not renewed again, and stays ACTIVE", async () => {
  const tokens = () => provider.seen.filter(({ url }) => url === "/token").length;
  provider.answer = ({ url }, response) => {
    const json = (status: number, body: object) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url !== "/token") return json(works ? 200 : 401, {});
    const access_token = `access-token-${tokens()}-0123456789`;
    json(200, { access_token, refresh_token: `refresh-${tokens()}`, token_type: "bearer", expires_in: 3600 });
  };
  const app = { client_id: "app", client_secret: "app-secret-0123", base_url: provider.baseUrl };
  const config = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "renewed" },
    auth_config: {
      type: "use_custom_auth",
      authScheme: "OAUTH2",
      credentials: { ...app, token_url: `${provider.baseUrl}/token` },
    },
  });
  const { body: account } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: config.body.auth_config.id },
    connection: { user_id: "ada", state: { val: { access_token: "first-0123456789", refresh_token: "refresh-0" } } },
  });
  const run = async () =>
    (await client.call("POST", "/tools/execute/RENEWED_READ", { user_id: "ada", arguments: {} })).body;
  const state = async () => (await client.call("GET", `/connected_accounts/${account.id}`)).body;
  for (let count = 0; count < 3; count++) expect([(await run()).successful, tokens()]).toEqual([false, 1]);
  expect(await state()).toMatchObject({
    status: "ACTIVE",
    status_reason: expect.stringMatching(/returned 401 .*just renewed/) as string,
  });
  works = true;
  expect([(await run()).successful, tokens()]).toEqual([true, 1]);
  // Another copy of the app has not seen the refusal, and tries once more.
  works = false;
  remembered.delete("connected-accounts.refused-tokens");
  for (let count = 0; count < 2; count++) expect([(await run()).successful, tokens()]).toEqual([false, 2]);
});

/**
 * URLs from callers that this server is to call: every endpoint refuses an invalid one with a 400 that names the field.
 */
import { expect, it } from "vitest";
import { authConfig, client, keyed, KEY } from "@/test/builders/accounts";

const WRONG = [
  "file:///etc/passwd",
  "//host.example",
  "host.example",
  "https://host.example/\0",
  "https://host.example/a b",
  "https://host.example\\x",
  "https://",
  "https://user:secret@host.example",
  `https://host.example/${"a".repeat(2000)}`,
];

const proxied = (more: object) =>
  client.call("POST", "/tools/execute/proxy", { endpoint: "/x", method: "GET", ...more });

const newConfig = (authScheme: string, toolkit: string, more: object) =>
  client.call("POST", "/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme, ...more },
  });
const APP = { client_id: "id", client_secret: "secret" };

const DOORS: Record<string, (url: string) => ReturnType<typeof proxied>> = {
  "custom_connection_data.val.base_url": (base_url) =>
    proxied({
      custom_connection_data: {
        authScheme: "API_KEY",
        toolkitSlug: "keyed",
        val: { subdomain: "acme", api_key: KEY, base_url },
      },
    }),
  "connection.state.val.base_url": (base_url) =>
    client.call("POST", "/connected_accounts", {
      auth_config: { id: keyed },
      connection: { user_id: "u", state: { authScheme: "API_KEY", val: { subdomain: "a", api_key: KEY, base_url } } },
    }),
  "credentials.base_url": (base_url) => newConfig("API_KEY", "keyed", { credentials: { base_url } }),
  "credentials.token_url": (token_url) => newConfig("OAUTH2", "github", { credentials: { ...APP, token_url } }),
  "credentials.server_url": (server_url) => newConfig("DCR_OAUTH", "discovered", { credentials: { server_url } }),
  "credentials.request_token_url": (request_token_url) =>
    newConfig("OAUTH1", "signed", {
      credentials: { consumer_key: "k", consumer_secret: "s", request_token_url },
    }),
  "custom_auth_params.base_url": (base_url) =>
    client.call("POST", "/tools/execute/OPEN_GET", {
      user_id: "u",
      arguments: {},
      custom_auth_params: { base_url },
    }),
  "proxy_config.proxy_url": (proxy_url) => newConfig("API_KEY", "keyed", { proxy_config: { proxy_url } }),
};

it.each(Object.keys(DOORS))("an invalid %s is refused with 400 and the name of the field", async (field) => {
  for (const url of WRONG) {
    const { status, body } = (await DOORS[field]?.(url)) ?? { status: 0, body: undefined };
    expect([url, status, JSON.stringify(body?.error)]).toEqual([url, 400, expect.stringContaining(field)]);
  }
});

it("an endpoint on another host, in any spelling, gets no credentials (400)", async () => {
  const id = await authConfig("keyed", "API_KEY", { base_url: "http://127.0.0.1:1/v1" });
  const { body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id },
    connection: { user_id: "e", state: { authScheme: "API_KEY", val: { subdomain: "a", api_key: KEY } } },
  });
  for (const endpoint of [
    "file:///etc/passwd",
    "https://evil.example/x",
    "https:evil.example",
    "\0https://evil.example",
  ]) {
    const answer = await proxied({ endpoint, connected_account_id: body.id, dry_run: true });
    const result = answer.body.data as { request?: { url: string } } | undefined;
    if (answer.status === 200) expect(result?.request?.url).toMatch(/^http:\/\/127\.0\.0\.1:1\/v1\//);
    else expect(answer.status).toBe(400);
  }
});

/** Helpers for the tests of proofs: a provider that knows one key, toolkits that can ask it, and a tenant. */
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Client, newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

export const KEY = "planted-good-key-0123456789";
export const BAD = "planted-bad-key-9876543210";
export const APP = "https://app.example/back";
export const ADA = { id: "7", name: "Ada Lovelace", email: "ada@example.com" };

export let provider: Provider;
export let client: Client;
export let stranger: Client;

export const json = (status: number, body: unknown): Provider["answer"] => {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
};
/** Accepts the good key and password only. */
export const honest: Provider["answer"] = (request, response) => {
  const authorization = request.headers.authorization ?? "";
  const right = [`Bearer ${KEY}`, `Basic ${Buffer.from(`ada:${KEY}`).toString("base64")}`].includes(authorization);
  json(right ? 200 : 401, right ? ADA : { message: `Bad credentials: ${authorization}` })(request, response);
};

const described = { name: "Proven", currentUser: { path: "/me" } };
beforeAll(async () => {
  await installConnectToolkits({
    proven: { ...described, auth: [{ mode: "API_KEY" }, { mode: "BEARER_TOKEN" }, { mode: "BASIC" }] },
    public: { name: "Public", auth: [{ mode: "API_KEY" }], currentUser: { path: "https://api.example/me" } },
    graph: {
      name: "Graph",
      auth: [{ mode: "API_KEY" }],
      currentUser: { method: "POST", path: "/graphql", body: { query: "{ viewer { id } }" }, name: "data.viewer.id" },
    },
  });
  [provider, client, stranger] = [await startProvider(), await newClient(), await newClient()];
});
beforeEach(() => {
  provider.reset();
  provider.answer = honest;
});
afterAll(() => provider.close());

export async function newConfig(
  authScheme = "API_KEY",
  toolkit = "proven",
  baseUrl = provider.baseUrl,
): Promise<string> {
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme, credentials: { base_url: baseUrl } },
  });
  return body.auth_config.id;
}

export async function newLink(config: string, more: object = {}): Promise<{ url: string; id: string }> {
  const { body } = await client.call("POST", "/connected_accounts/link", {
    auth_config_id: config,
    user_id: "ada",
    ...more,
  });
  return { url: body.redirect_url, id: body.connected_account_id };
}

export const account = async (id: string) => (await client.call("GET", `/connected_accounts/${id}`)).body;
export const create = async (config: string, authScheme: string, val: object, more: object = {}) =>
  client.call("POST", "/connected_accounts", {
    auth_config: { id: config },
    connection: { user_id: "ada", state: { authScheme, val } },
    ...more,
  });

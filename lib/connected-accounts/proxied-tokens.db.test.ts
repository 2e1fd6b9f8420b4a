/**
 * Token requests of auth configs that name a proxy, through a real CONNECT proxy on loopback: each goes through it,
 * none around it.
 */
import { generateKeyPairSync } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { AuthMode } from "@/lib/catalog/toolkit-auth-scheme";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { type Client, newClient, visit } from "@/test/clients/connect-api";
import { type ConnectProxy, startConnectProxy } from "@/test/servers/connect-proxy";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { type OAuthServer, startOAuthServer } from "@/test/servers/oauth-server.mjs";
import { CALLBACK, giveConsent, installConnectToolkits } from "@/test/servers/oauth-providers";
import { requireResolved } from "./accounts/accounts";
import { refreshNow } from "./credentials/open-credentials";
import { runRevocation } from "./revocation/run-revocation";
import { ON } from "@/test/builders/origin";

const KEY = "proxy-user:planted-proxy-key-02";
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

let client: Client;
let provider: Provider;
let server: OAuthServer;
let proxy: ConnectProxy;

beforeAll(async () => {
  await installConnectToolkits();
  [client, provider, server, proxy] = [
    await newClient(),
    await startProvider(),
    await startOAuthServer({ redirectUri: CALLBACK, accessTokenSeconds: 600 }),
    await startConnectProxy(KEY),
  ];
});
afterEach(() => {
  provider.reset();
  proxy.reset();
});
afterAll(async () => {
  proxy.stop();
  await Promise.all([provider.close(), server.stop()]);
});

async function newConfig(
  toolkit: string,
  authScheme: AuthMode,
  credentials: Record<string, string>,
  key = KEY,
): Promise<string> {
  const proxy_config = { proxy_url: proxy.url, proxy_auth_key: key };
  const { status, body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme, credentials, proxy_config },
  });
  expect([status, body.error?.message]).toEqual([201, undefined]);
  return body.auth_config.id;
}
const connect = (config: string, val?: Record<string, string>) =>
  client.call("POST", "/connected_accounts", {
    auth_config: { id: config },
    connection: { user_id: "ada", ...(val && { state: { val } }) },
  });
const hostOf = (url: string) => url.replace("http://", "");
/** The hosts to which ways were opened since the last time. */
function takeHosts(): string[] {
  const targets = [...new Set(proxy.tunnels.map(({ target }) => target))];
  proxy.reset();
  return targets;
}
async function renew(id: string) {
  const account = await requireResolved(client.projectId, id);
  const scheme = (await requireToolkit(client.projectId, account.toolkitSlug)).authSchemes[0];
  if (!scheme) throw new Error("no scheme");
  return refreshNow(client.projectId, account, scheme, { because: "a test", on: ON });
}
const answerWith = (contentType: string, text: string): void => {
  provider.answer = (_, response) => {
    response.writeHead(200, { "content-type": contentType }).end(text);
  };
};

describe("an auth config's proxy", () => {
  it("carries the code exchange, the refresh and the revocation of OAUTH2", async () => {
    const { body } = await connect(
      await newConfig("strict", "OAUTH2", { ...server.credentials, revoke_url: `${server.url}/token/revocation` }),
    );
    const back = await giveConsent((await visit(body.redirect_url)).location ?? "", "ada");
    expect(takeHosts()).toEqual([]);
    expect((await visit(back)).html).toContain("account is connected to");
    expect(takeHosts()).toEqual([hostOf(server.url)]);
    const { access_token: token } = (await renew(body.id)).values;
    expect([await server.accepts(token), takeHosts()]).toEqual([true, [hostOf(server.url)]]);
    expect((await client.call("POST", `/connected_accounts/${body.id}/revoke`)).body.revoked_tokens).toEqual([
      "refresh_token",
      "access_token",
    ]);
    expect([await server.accepts(token), takeHosts()]).toEqual([false, [hostOf(server.url)]]);
  });

  it("carries the revocation of a job with its own key, even if the auth config is deleted", async () => {
    const config = await newConfig("strict", "OAUTH2", {
      ...server.credentials,
      revoke_url: `${server.url}/token/revocation`,
    });
    const { body } = await connect(config);
    await visit(await giveConsent((await visit(body.redirect_url)).location ?? "", "ada"));
    const { access_token: token } = (await renew(body.id)).values;
    takeHosts();
    const { body: deletion } = await client.call("DELETE", `/auth_configs/${config}?revoke_on_delete=true`);
    await runRevocation({ projectId: client.projectId, jobId: deletion.revoke_job_id }, ON);
    expect([await server.accepts(token), takeHosts()]).toEqual([false, [hostOf(server.url)]]);
  });

  it("carries discovery, registration and exchange of DCR_OAUTH", async () => {
    const { body } = await connect(await newConfig("discovered", "DCR_OAUTH", { server_url: server.url }));
    const { location } = await visit(body.redirect_url);
    expect([new URL(location ?? "").searchParams.has("client_id"), takeHosts()]).toEqual([true, [hostOf(server.url)]]);
    expect((await visit(await giveConsent(location ?? "", "ada"))).html).toContain("account is connected to");
    expect(takeHosts()).toEqual([hostOf(server.url)]);
  });

  it("carries both token requests of OAUTH1", async () => {
    const baseUrl = provider.baseUrl;
    answerWith(
      "application/x-www-form-urlencoded",
      "oauth_token=token-77&oauth_token_secret=token-secret-77&oauth_callback_confirmed=true",
    );
    const { body } = await connect(
      await newConfig("signed", "OAUTH1", {
        consumer_key: "key-1",
        consumer_secret: "consumer-secret-1",
        request_token_url: `${baseUrl}/request`,
        authorization_url: `${baseUrl}/authorize`,
        token_url: `${baseUrl}/access`,
      }),
    );
    await visit(body.redirect_url);
    expect(takeHosts()).toEqual([hostOf(baseUrl)]);
    const callback = /oauth_callback="([^"]+)"/.exec(provider.seen[0]?.headers.authorization ?? "")?.[1] ?? "";
    expect((await visit(`${decodeURIComponent(callback)}&oauth_token=token-77&oauth_verifier=v`)).html).toContain(
      "account is connected to",
    );
    expect([provider.seen.map(({ url }) => url), takeHosts()]).toEqual([["/request", "/access"], [hostOf(baseUrl)]]);
  });

  it.each([
    [
      "S2S_OAUTH2",
      "machine",
      () => ({ token_url: `${provider.baseUrl}/token` }),
      () => ({ client_id: "a", client_secret: "b-secret-1" }),
      "/token",
    ],
    [
      "GOOGLE_SERVICE_ACCOUNT",
      "keyfile",
      () => ({}),
      () => ({
        credentials_json: JSON.stringify({
          client_email: "robot@example.com",
          private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
          token_uri: `${provider.baseUrl}/google`,
        }),
      }),
      "/google",
    ],
    [
      "SERVICE_ACCOUNT",
      "installed",
      () => ({ base_url: provider.baseUrl }),
      () => ({
        application_id: "1",
        installation_id: "2",
        private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      }),
      "/app/installations/2/access_tokens",
    ],
    [
      "BASIC_WITH_JWT",
      "login",
      () => ({ base_url: provider.baseUrl }),
      () => ({ username: "ada", password: "lovelace-1843" }),
      "/authenticate",
    ],
  ] as const)(
    "carries the token requests of %s, the first and the next",
    async (mode, toolkit, credentials, values, path) => {
      answerWith(
        "application/json",
        JSON.stringify({ access_token: "token-1", token: "token-1", data: { jwt: "token-1" }, expires_in: 600 }),
      );
      const { status, body } = await connect(await newConfig(toolkit, mode, credentials()), values());
      expect([status, provider.seen.map(({ url }) => url), takeHosts()]).toEqual([
        201,
        [path],
        [hostOf(provider.baseUrl)],
      ]);
      expect((await renew(body.id)).values.access_token).toBe("token-1");
      expect([provider.seen.map(({ url }) => url), takeHosts()]).toEqual([[path, path], [hostOf(provider.baseUrl)]]);
      expect(provider.seen[0]?.headers).not.toHaveProperty("proxy-authorization");
    },
  );

  it("reports its refusal, which nothing bypasses, and a working account stays unchanged", async () => {
    const config = await newConfig("strict", "OAUTH2", server.credentials);
    const { body } = await connect(config);
    await visit(await giveConsent((await visit(body.redirect_url)).location ?? "", "ada"));
    await client.call("PATCH", `/auth_configs/${config}`, {
      type: "custom",
      proxy_config: { proxy_url: proxy.url, proxy_auth_key: "proxy-user:another-one" },
    });
    const before = [...server.grants];
    await expect(renew(body.id)).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining("proxy of the auth config answered 407") as string,
    });
    expect(server.grants).toEqual(before);
    expect((await client.call("GET", `/connected_accounts/${body.id}`)).body).toMatchObject({
      status: "ACTIVE",
      status_reason: expect.stringContaining("answered 407") as string,
    });
  });
});

/**
 * Redirects of endpoints that get secrets are not followed: a redirect would carry app secrets and tokens to another
 * host.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { exchangeCode, refreshTokens } from "./oauth/oauth2";
import { toOAuthClient } from "./oauth/oauth-client";
import { revokeAtProvider } from "./oauth/revoke-at-provider";
import { grantToken } from "./oauth/grant-token";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

let projectId: string;
let provider: Provider;
let elsewhere: Provider;

beforeAll(async () => {
  await installConnectToolkits();
  [{ projectId }, provider, elsewhere] = [await newClient(), await startProvider(), await startProvider()];
});
beforeEach(() => {
  for (const server of [provider, elsewhere]) server.reset();
  elsewhere.answer = (_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end('{"access_token":"from-elsewhere"}');
  };
});
afterAll(() => Promise.all([provider.close(), elsewhere.close()]));

const schemeOf = async (slug: string): Promise<ToolkitAuthScheme> => {
  const scheme = (await requireToolkit(projectId, slug)).authSchemes[0];
  if (!scheme) throw new Error(`${slug} has no scheme`);
  return scheme;
};
const app = () => ({
  projectId,
  values: {
    client_id: "an-app",
    client_secret: "its-secret-0123456789",
    authorization_url: `${provider.baseUrl}/authorize`,
    token_url: `${provider.baseUrl}/token`,
    revoke_url: `${provider.baseUrl}/revoke`,
    base_url: provider.baseUrl,
  },
});
const TOKENS = { access_token: "an-access-token-0123", refresh_token: "a-refresh-token-0123" };

const expectRefusal = async (request: Promise<unknown>): Promise<void> => {
  await expect(request).rejects.toThrow();
  expect([provider.seen.length, elsewhere.seen.length]).toEqual([1, 0]);
};

describe.each([
  ["to another host", () => elsewhere.baseUrl],
  ["on the same host", () => provider.baseUrl],
])("a redirect %s", (_, target) => {
  beforeEach(() => {
    provider.answer = (__, response) => {
      response.writeHead(307, { location: `${target()}/moved` }).end();
    };
  });

  it("is not followed by the exchange of a code", async () => {
    const client = toOAuthClient(await schemeOf("strict"), app(), {});
    await expectRefusal(exchangeCode(client, { code: "a-code", verifier: "a-verifier" }));
  });

  it("is not followed by a refresh", async () => {
    const client = toOAuthClient(await schemeOf("strict"), app(), {});
    await expectRefusal(refreshTokens(client, TOKENS.refresh_token));
  });

  it("is not followed by client credentials", async () =>
    expectRefusal(grantToken({ scheme: await schemeOf("machine"), app: app(), given: {}, values: {} })));

  it("is not followed by a sign-in with a password", async () =>
    expectRefusal(
      grantToken({
        scheme: await schemeOf("login"),
        app: app(),
        given: {},
        values: { username: "ada", password: "lovelace-1843", base_url: provider.baseUrl },
      }),
    ));

  it("is not followed by a revocation", async () => {
    const revocation = await revokeAtProvider({
      scheme: await schemeOf("strict"),
      app: app(),
      values: TOKENS,
      keep: () => Promise.resolve(),
    });
    expect(revocation.done).toBe(false);
    expect([provider.seen.length, elsewhere.seen.length]).toEqual([1, 0]);
  });
});

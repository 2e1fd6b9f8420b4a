/** Helpers for the tests of revocation: providers that revoke, and accounts to revoke. */
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { moveClock } from "@/lib/kernel/time/clock";
import { type Body, type Client, newClient, visit } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { type OAuthServer, startOAuthServer } from "@/test/servers/oauth-server.mjs";
import {
  CALLBACK,
  type Emulated,
  giveConsent,
  installConnectToolkits,
  startProviders,
} from "@/test/servers/oauth-providers";

export let client: Client;
export let stranger: Client;
export let provider: Provider;
export let server: OAuthServer;
export let emulated: Emulated;
export const restores: (() => void)[] = [];

beforeAll(async () => {
  await installConnectToolkits();
  [client, stranger, provider, server, emulated] = [
    await newClient(),
    await newClient(),
    await startProvider(),
    await startOAuthServer({ redirectUri: CALLBACK, accessTokenSeconds: 600 }),
    await startProviders(),
  ];
});
afterEach(() => {
  for (const restore of restores.splice(0)) restore();
  provider.reset();
});
afterAll(async () => {
  emulated.stop();
  await Promise.all([provider.close(), server.stop()]);
});

export const later = (seconds: number) => restores.push(moveClock(seconds * 1000));
export const answerWith = (status: number, body: unknown = {}): void => {
  provider.answer = (_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
};

export async function newConfig(
  slug: string,
  authScheme: string,
  credentials: Record<string, string>,
): Promise<string> {
  const { status, body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug },
    auth_config: { type: "use_custom_auth", authScheme, credentials },
  });
  expect([status, body.error?.message]).toEqual([201, undefined]);
  return body.auth_config.id;
}
export async function begin(config: string, userId: string): Promise<{ id: string; consent: string }> {
  const { body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: config },
    connection: { user_id: userId },
  });
  return { id: body.id, consent: (await visit(body.redirect_url)).location ?? "" };
}
export async function consented(config: string, userId: string, who = "ada"): Promise<string> {
  const { id, consent } = await begin(config, userId);
  expect((await visit(await giveConsent(consent, who))).html).toContain("account is connected to");
  return id;
}
export async function imported(config: string, userId: string, val: Record<string, string>): Promise<string> {
  const { status, body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: config },
    connection: { user_id: userId, state: { val } },
  });
  expect(status).toBe(201);
  return body.id;
}
export function refreshAtServer(token = ""): Promise<Response> {
  const { token_url: url = "", client_id = "", client_secret = "" } = server.credentials;
  return fetch(url, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: token, client_id, client_secret }),
  });
}
export const strictConfig = (revokeUrl = `${server.url}/token/revocation`) =>
  newConfig("strict", "OAUTH2", { ...server.credentials, revoke_url: revokeUrl });
export const readAccount = async (id: string): Promise<Body> =>
  (await client.call("GET", `/connected_accounts/${id}`)).body;
export const report = async (id: string) =>
  (await client.call("GET", `/internal/patchbay/revocations/${id}/report`)).body as Body & {
    accounts: { account_id: string; status: string; answer: string; revoked_tokens: string[]; attempts: number }[];
  };
export const TOKENS = { access_token: "imported-access-0123456789", refresh_token: "imported-refresh-0123456789" };

export const panic = async (scope: object): Promise<Body> => {
  const { status, body } = await client.call("POST", "/internal/patchbay/revocations", scope);
  expect([status, body.error?.message]).toEqual([202, undefined]);
  return body;
};

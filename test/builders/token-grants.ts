/** Helpers for the tests of token grants: a provider, and accounts whose credentials are exchanged. */
import { generateKeyPairSync } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { AuthMode } from "@/lib/catalog/toolkit-auth-scheme";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { moveClock } from "@/lib/kernel/time/clock";
import { type Client, newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { type OAuthServer } from "@/test/servers/oauth-server.mjs";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { requireResolved } from "@/lib/connected-accounts/accounts/accounts";
import { openCredentials } from "@/lib/connected-accounts/credentials/open-credentials";
import { ON } from "./origin";

export let client: Client;
export let provider: Provider;
export let server: OAuthServer | undefined;
export const setServer = (next: OAuthServer): OAuthServer => {
  server = next;
  return next;
};
export const restores: (() => void)[] = [];
export const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
export const pem = privateKey.export({ type: "pkcs1", format: "pem" }).toString();

beforeAll(async () => {
  await installConnectToolkits();
  client = await newClient();
  provider = await startProvider();
});
afterEach(async () => {
  for (const restore of restores.splice(0)) restore();
  provider.reset();
  await server?.stop();
  server = undefined;
});
afterAll(() => provider.close());

export async function newConfig(
  toolkit: string,
  authScheme: AuthMode,
  credentials: Record<string, string> = {},
): Promise<string> {
  const { status, body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme, credentials },
  });
  expect([status, body.error?.message]).toEqual([201, undefined]);
  return body.auth_config.id;
}
export const connect = (config: string, authScheme: AuthMode, val: Record<string, string>) =>
  client.call("POST", "/connected_accounts", {
    auth_config: { id: config },
    connection: { user_id: "ada", state: { authScheme, val } },
  });

export async function open(id: string) {
  const account = await requireResolved(client.projectId, id);
  const scheme = (await requireToolkit(client.projectId, account.toolkitSlug)).authSchemes[0];
  if (!scheme) throw new Error("no scheme");
  return openCredentials(client.projectId, account, scheme, ON);
}
export const later = (seconds: number) => restores.push(moveClock(seconds * 1000));
export const json =
  (status: number, body: unknown): Provider["answer"] =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };

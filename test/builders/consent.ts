/** Helpers for the tests of consents: emulated providers, a tenant, and the path to the callback. */
import { afterAll, beforeAll, expect } from "vitest";
import { type Body, type Client, newClient, submit } from "@/test/clients/connect-api";
import {
  type Emulated,
  credentialsFor,
  giveConsent,
  installConnectToolkits,
  startProviders,
} from "@/test/servers/oauth-providers";

export let providers: Emulated;
export let client: Client;

beforeAll(async () => {
  await installConnectToolkits();
  providers = await startProviders();
  client = await newClient();
});
afterAll(() => {
  providers.stop();
});

export const APP_URL = "https://app.example/connected?tab=1";

export async function authConfig(
  toolkit: "github" | "gmail" | "slack",
  credentials: Record<string, unknown>,
): Promise<string> {
  const { status, body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme: "OAUTH2", credentials },
  });
  expect(status).toBe(201);
  return body.auth_config.id;
}

export const githubConfig = (more: Record<string, unknown> = {}) =>
  authConfig("github", { ...credentialsFor(providers).github, ...more });

export async function link(authConfigId: string, more: Record<string, unknown> = {}): Promise<Body> {
  const { status, body } = await client.call("POST", "/connected_accounts/link", {
    auth_config_id: authConfigId,
    user_id: "ada",
    callback_url: APP_URL,
    ...more,
  });
  expect(status).toBe(201);
  return body;
}

/** Opens the page, presses the button and consents at the provider. Returns the callback URL without opening it. */
export async function untilCallback(url: string, who: string): Promise<string> {
  const { status, location } = await submit(url, { action: "connect" });
  expect(status).toBe(303);
  return giveConsent(location ?? "", who);
}

export const account = async (id: string): Promise<Body> =>
  (await client.call("GET", `/connected_accounts/${id}`)).body;

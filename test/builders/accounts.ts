/** Helpers for the tests of connected accounts: two tenants, and short names for the calls. */
import { beforeAll, expect } from "vitest";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { type Body, type Client, newClient } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { resolveAccount } from "@/lib/connected-accounts/accounts/accounts";
import { openCredentials } from "@/lib/connected-accounts/credentials/open-credentials";
import { ON } from "./origin";

export let client: Client;
export let stranger: Client;
export let keyed: string;

beforeAll(async () => {
  await installConnectToolkits();
  [client, stranger] = [await newClient(), await newClient()];
  keyed = await authConfig("keyed", "API_KEY");
});

export async function authConfig(toolkit: string, authScheme: string, credentials: object = {}): Promise<string> {
  const { status, body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme, credentials },
  });
  expect([status, body.error?.message]).toEqual([201, undefined]);
  return body.auth_config.id;
}

export const KEY = "planted-api-key-0123456789";

export async function connect(
  userId: string,
  val: object = { subdomain: "acme", api_key: KEY },
  more: object = {},
): Promise<Body> {
  const { status, body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: keyed },
    connection: { user_id: userId, state: { authScheme: "API_KEY", val }, ...more },
  });
  expect([status, body.error?.message]).toEqual([201, undefined]);
  return body;
}

export const get = async (id: string) => client.call("GET", `/connected_accounts/${id}`);

export async function openValues(userId: string) {
  const account = await resolveAccount(client.projectId, { toolkitSlug: "keyed", userId });
  const scheme = (await requireToolkit(client.projectId, "keyed")).authSchemes[0];
  if (!scheme) throw new Error("keyed has no scheme");
  return openCredentials(client.projectId, account, scheme, ON);
}

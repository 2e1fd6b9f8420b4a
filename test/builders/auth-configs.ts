/** Helpers for the tests of auth configs: two tenants, and short names for the calls. */
import { beforeAll, expect } from "vitest";
import { type Body, type Client, newClient } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

export let client: Client;
export let stranger: Client;

beforeAll(async () => {
  await installConnectToolkits();
  [client, stranger] = [await newClient(), await newClient()];
});

export const SECRET = "planted-client-secret-0123";
export const OAUTH = { client_id: "my-app", client_secret: SECRET };

export const create = (toolkit: string, config?: object) =>
  client.call("POST", "/auth_configs", { toolkit: { slug: toolkit }, ...(config && { auth_config: config }) });
export const custom = (authScheme: string | undefined, credentials?: object, more: object = {}) => ({
  type: "use_custom_auth",
  authScheme,
  credentials,
  ...more,
});

export async function created(toolkit: string, config?: object): Promise<string> {
  const { status, body } = await create(toolkit, config);
  expect([status, body.error?.message]).toEqual([201, undefined]);
  return body.auth_config.id;
}

export const get = async (id: string): Promise<Body> => (await client.call("GET", `/auth_configs/${id}`)).body;
export const patch = (id: string, body: object) => client.call("PATCH", `/auth_configs/${id}`, body);

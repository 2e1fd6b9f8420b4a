/** How long a link counts, and what it makes of an account that was switched off meanwhile. */
import { afterEach, beforeAll, expect, it } from "vitest";
import { moveClock } from "@/lib/kernel/time/clock";
import { type Client, newClient, submit, visit } from "@/test/connect-api";
import { installConnectToolkits } from "@/test/oauth-providers";
import { resolveAccount } from "./accounts";

const APP = { client_id: "an-app", client_secret: "the-app-s-secret-0123" };
let client: Client;
const restores: (() => void)[] = [];
beforeAll(async () => {
  await installConnectToolkits();
  client = await newClient();
});
afterEach(() => {
  for (const restore of restores.splice(0)) restore();
});

async function newConfig(slug: string, authScheme: string, credentials: object = {}): Promise<string> {
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug },
    auth_config: { type: "use_custom_auth", authScheme, credentials },
  });
  return body.auth_config.id;
}

it("410: a link that leads to a provider begins no consent once it has ended, opened or pressed", async () => {
  const { body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: await newConfig("strict", "OAUTH2", APP) },
    connection: { user_id: "ada" },
  });
  const link = String(body.redirect_url);
  expect((await visit(link)).status).toBe(303);
  restores.push(moveClock(601_000));
  expect([(await visit(link)).status, (await submit(link, { action: "connect" })).status]).toEqual([410, 410]);
});

it("400 1803: an account that was switched off before its person connected it is not used", async () => {
  const { body } = await client.call("POST", "/connected_accounts/link", {
    auth_config_id: await newConfig("keyed", "API_KEY"),
    user_id: "ada",
  });
  const id = body.connected_account_id;
  await client.call("PATCH", `/connected_accounts/${id}/status`, { enabled: false });
  await submit(body.redirect_url, { action: "connect", subdomain: "acme", api_key: "a-key-0123456789" });
  expect((await client.call("GET", `/connected_accounts/${id}`)).body.status).toBe("ACTIVE");
  await expect(resolveAccount(client.projectId, { connectedAccountId: id })).rejects.toMatchObject({
    message: expect.stringContaining("it is disabled") as string,
    details: { code: 1803 },
  });
});

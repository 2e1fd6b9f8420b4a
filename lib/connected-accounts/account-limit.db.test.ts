/** How many accounts one user may have. */
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { type Client, newClient } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { forgetSettings } from "@/test/setup/process-memory";

let client: Client;
let config: string;
beforeAll(async () => {
  await installConnectToolkits();
  client = await newClient();
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "basic" },
    auth_config: { type: "use_custom_auth", authScheme: "BASIC", credentials: {} },
  });
  config = body.auth_config.id;
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetSettings();
});

const connect = (userId: string) =>
  client.call("POST", "/connected_accounts", {
    auth_config: { id: config },
    connection: { user_id: userId, state: { authScheme: "BASIC", val: { username: "ada" } } },
  });
const link = (userId: string) =>
  client.call("POST", "/connected_accounts/link", { auth_config_id: config, user_id: userId });

it("returns 400 above the operator's limit for a user; others can connect, and deletion makes room", async () => {
  vi.stubEnv("PATCHBAY_ACCOUNTS_PER_USER", "2");
  forgetSettings();
  const first = await connect("ada");
  expect([first.status, (await link("ada")).status]).toEqual([201, 201]);
  for (const more of [await connect("ada"), await link("ada")])
    expect([more.status, more.body.error?.message]).toEqual([
      400,
      "The user has 2 connected accounts, and may not have more.",
    ]);
  expect((await connect("eve")).status).toBe(201);
  await client.call("DELETE", `/connected_accounts/${first.body.id}`);
  expect((await connect("ada")).status).toBe(201);
});

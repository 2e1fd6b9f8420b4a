/** The user's account that counts as connected is the account that an execution of the session would use. */
import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { moveClock } from "@/lib/kernel/time/clock";
import type { SessionConfig } from "../../settings/contract";
import { type Client, newClient } from "@/test/clients/connect-api";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { ON } from "@/test/builders/origin";
import { plainSession } from "@/test/builders/plain-session";
import { runMetaTool } from "../run-meta-tool";

type Result = Record<string, unknown>;

let client: Client;

beforeAll(async () => {
  await installConnectToolkits({}, [metaToolkit()]);
  client = await newClient();
});

async function config(): Promise<string> {
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "keyed" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  return body.auth_config.id;
}

async function connect(user: string, authConfig: string): Promise<string> {
  const { body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: authConfig },
    connection: { user_id: user, state: { val: { subdomain: "acme", api_key: "an-api-key-0123456789" } } },
  });
  return body.id;
}

async function manage(
  user: string,
  toolkits: unknown,
  rules: Partial<SessionConfig> = {},
  more: object = {},
): Promise<Result> {
  const { data } = await runMetaTool(
    "COMPOSIO_MANAGE_CONNECTIONS",
    { toolkits, ...more },
    {
      caller: { projectId: client.projectId, settings: { storePayloads: true } },
      session: plainSession(client.projectId, user, rules),
      facts: { ...ON, source: {} },
    },
  );
  return (data.results as Record<string, Result>).keyed ?? {};
}

it("uses no account that is excluded from sessions, unless the session names it or its auth config", async () => {
  const open = await config();
  const closed = await config();
  await client.call("PATCH", `/auth_configs/${closed}`, { type: "custom", is_enabled_for_tool_router: false });
  const account = await connect("ada", closed);
  expect(await manage("ada", ["keyed"])).toMatchObject({ status: "initiated", auth_config_id: open });
  const active = { status: "active", connected_account_id: account };
  expect(await manage("ada", ["keyed"], { connected_accounts: { keyed: [account] } })).toMatchObject(active);
  expect(await manage("ada", ["keyed"], { auth_configs: { keyed: closed } })).toMatchObject(active);
});

it("returns how long a link still works, also for an earlier link", async () => {
  await config();
  expect((await manage("bob", ["keyed"])).instruction).toContain("works for 9 more minutes");
  const back = moveClock(4 * 60_000);
  const later = await manage("bob", ["keyed"]);
  back();
  expect(later.instruction).toContain("works for 5 more minutes");
  expect(await db.connectedAccount.count({ where: { projectId: client.projectId, userId: "bob" } })).toBe(1);
});

it("creates no new link for an account that another user shares, which must not be replaced", async () => {
  const account = await connect("owen", await config());
  const shared = { accountType: "SHARED", acl: { allow_all_users: true } };
  await db.connectedAccount.update({ where: { id: account }, data: shared });
  const rules = { connected_accounts: { keyed: [account] } };
  const anew = { reinitiate_all: true };
  const guest = await manage("guest", ["keyed"], rules, anew);
  expect(guest).toMatchObject({ status: "active", connected_account_id: account });
  expect(guest).not.toHaveProperty("redirect_url");
  expect((await manage("owen", ["keyed"], rules, anew)).redirect_url).toMatch(/\/connect\/ln_/);
});

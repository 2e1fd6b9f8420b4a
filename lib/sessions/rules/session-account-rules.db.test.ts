/** Which account an execution within a session uses, and by which rule. */
import { beforeAll, expect, it, vi } from "vitest";
import { chooseAccount } from "@/lib/connected-accounts/accounts/choose-account";
import { sealCurrentUser } from "@/lib/connected-accounts/current-user";
import { db } from "@/lib/kernel/database/db";
import { pool } from "@/lib/kernel/database/pools";
import { moveClock } from "@/lib/kernel/time/clock";
import type { SessionConfig } from "../settings/contract";
import { sessionAccountRules } from "./session-account-rules";
import { type Client, newClient } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { plainSession } from "@/test/builders/plain-session";

let client: Client;
let config: string;
let other: string;
/** Not for sessions. */
let closed: string;

async function newConfig(more: object = {}): Promise<string> {
  const { status, body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "keyed" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {}, ...more },
  });
  expect(status).toBe(201);
  return body.auth_config.id;
}

beforeAll(async () => {
  await installConnectToolkits();
  client = await newClient();
  [config, other] = [await newConfig(), await newConfig()];
  closed = await newConfig();
  const { status } = await client.call("PATCH", `/auth_configs/${closed}`, {
    type: "custom",
    is_enabled_for_tool_router: false,
  });
  expect(status).toBe(200);
});

let minutes = -600;
async function connect(userId: string, authConfig = config, more: object = {}): Promise<string> {
  const back = moveClock(++minutes * 60_000);
  const { status, body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: authConfig },
    connection: { user_id: userId, state: { val: { subdomain: "acme", api_key: "an-api-key-0123456789" } }, ...more },
  });
  back();
  expect(status).toBe(201);
  return body.id;
}

const choose = async (userId: string, rules: Partial<SessionConfig> = {}, account?: string): Promise<string[]> => {
  const { id, rule } = await chooseAccount(client.projectId, {
    toolkitSlug: "keyed",
    userId,
    rules: sessionAccountRules(plainSession(client.projectId, userId, rules), "keyed", account),
  });
  return [id, rule];
};
const several = { multi_account: { enable: true, require_explicit_selection: true } };

it("prefers the call's account, then the session's, then its auth config's, then the newest", async () => {
  const first = await connect("ada", config, { alias: "first" });
  const second = await connect("ada");
  const elsewhere = await connect("ada", other);
  const newest = await connect("ada");
  const pins = { connected_accounts: { keyed: [second] }, auth_configs: { keyed: other } };
  expect(await choose("ada", pins, first)).toEqual([first, "explicit id"]);
  expect(await choose("ada", pins, "first")).toEqual([first, "alias"]);
  expect(await choose("ada", pins)).toEqual([second, "session override"]);
  expect(await choose("ada", { auth_configs: { keyed: other } })).toEqual([elsewhere, "session auth config"]);
  expect(await choose("ada", { connected_accounts: { gmail: [second] } })).toEqual([newest, "most recent"]);
});

it("uses the first working account of several in the session", async () => {
  const [firstAccount, two] = [await connect("list"), await connect("list")];
  const pins = { connected_accounts: { keyed: [firstAccount, two] } };
  expect(await choose("list", pins)).toEqual([firstAccount, "session override"]);
  await client.call("PATCH", `/connected_accounts/${firstAccount}/status`, { enabled: false });
  expect(await choose("list", pins)).toEqual([two, "session override"]);
});

it("refuses an unknown account, another user's account, and a missing one that the session names", async () => {
  const foreign = await connect("somebody");
  await connect("bob");
  await expect(choose("bob", {}, foreign)).rejects.toMatchObject({ status: 400, details: { code: 1812 } });
  await expect(choose("bob", {}, "ca_nobody")).rejects.toMatchObject({ status: 404 });
  await expect(choose("bob", {}, "no such alias")).rejects.toMatchObject({ status: 404 });
  const pinned = { connected_accounts: { keyed: [foreign] } };
  await expect(choose("bob", pinned)).rejects.toMatchObject({ status: 400, details: { code: 1812 } });
  await expect(choose("bob", { connected_accounts: { keyed: ["ca_gone"] } })).rejects.toMatchObject({ status: 404 });
});

it("uses a shared account of the session if its list allows the user", async () => {
  const shared = await connect("team", config, {
    experimental: { account_type: "SHARED", acl_config_for_shared: { allowed_user_ids: ["guest"] } },
  });
  expect(await choose("guest", { connected_accounts: { keyed: [shared] } })).toEqual([shared, "session override"]);
  await expect(choose("other", { connected_accounts: { keyed: [shared] } })).rejects.toMatchObject({
    details: { code: 1812 },
  });
  await expect(choose("guest")).rejects.toMatchObject({ details: { code: 1803 } });
});

it("returns 400 if the user has no account of the session's auth config, whatever else exists", async () => {
  await connect("carl");
  await expect(choose("carl", { auth_configs: { keyed: other } })).rejects.toMatchObject({ details: { code: 1803 } });
});

it("excludes accounts by is_enabled_for_tool_router, unless the session names them or their config", async () => {
  const open = await connect("dora");
  const shut = await connect("dora", closed);
  expect(await choose("dora")).toEqual([open, "most recent"]);
  expect(await choose("dora", { connected_accounts: { keyed: [shut] } })).toEqual([shut, "session override"]);
  expect(await choose("dora", { connected_accounts: { keyed: [shut] } }, shut)).toEqual([shut, "explicit id"]);
  expect(await choose("dora", { auth_configs: { keyed: closed } })).toEqual([shut, "session auth config"]);
  await expect(choose("dora", {}, shut)).rejects.toMatchObject({ details: { code: 1803 } });
  const only = await connect("eric", closed);
  const refusal = await choose("eric").catch((error: Error) => error);
  expect(refusal).toMatchObject({ details: { code: 1803 }, message: expect.stringContaining(only) });
  expect((refusal as Error).message).toContain("is_enabled_for_tool_router");
});

it("returns 400 with accounts and owners if several work and the session wants one named", async () => {
  const work = await connect("flo", config, { alias: "work" });
  expect(await choose("flo", several)).toEqual([work, "most recent"]);
  const home = await connect("flo");
  await db.connectedAccount.updateMany({
    where: { id: home },
    data: { currentUser: sealCurrentUser(client.projectId, home, { name: "Flo", email: "flo@home.test" }) },
  });
  await connect("flo", closed);
  await expect(choose("flo", several)).rejects.toMatchObject({
    status: 400,
    details: {
      slug: "ConnectedAccountSelectionRequired",
      errors: [`${home}: Flo, flo@home.test`, `${work} (alias “work”)`],
    },
  });
  expect(await choose("flo", several, "work")).toEqual([work, "alias"]);
  const either = { multi_account: { enable: true, require_explicit_selection: false } };
  expect(await choose("flo", either)).toEqual([home, "most recent"]);
  await expect(choose("flo", { ...several, connected_accounts: { keyed: [work, home] } })).rejects.toMatchObject({
    details: { slug: "ConnectedAccountSelectionRequired" },
  });
  expect(await choose("flo", { ...several, connected_accounts: { keyed: [work] } })).toEqual([
    work,
    "session override",
  ]);
  await client.call("PATCH", `/connected_accounts/${home}/status`, { enabled: false });
  expect(await choose("flo", several)).toEqual([work, "most recent"]);
});

it("costs one statement, or two for fifty calls of one session at the same moment", async () => {
  const account = await connect("gus");
  const querySpy = vi.spyOn(pool(), "query");
  // The process writes its logs and its uses of accounts at the same time.
  const countChoices = (): number => {
    const names = querySpy.mock.calls.map(([query]) => (query as unknown as { name?: string }).name ?? "");
    querySpy.mockClear();
    return names.filter((name) => /^(connected-accounts|auth-configs|sessions|catalog|access)\./.test(name)).length;
  };
  expect(await choose("gus")).toEqual([account, "most recent"]);
  expect(countChoices()).toBe(1);
  await Promise.all(Array.from({ length: 50 }, () => choose("gus")));
  expect(countChoices()).toBe(2);
  const pins = { connected_accounts: { keyed: [account] } };
  await Promise.all(Array.from({ length: 50 }, () => choose("gus", pins)));
  expect(countChoices()).toBe(2);
  querySpy.mockRestore();
});

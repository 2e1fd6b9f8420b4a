/** COMPOSIO_MANAGE_CONNECTIONS at POST /tools/execute/{slug} and in sessions. */
import { beforeAll, expect, it } from "vitest";
import { createManagedApp } from "@/lib/auth-configs/managed-apps";
import { db } from "@/lib/kernel/database/db";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import { moveClock } from "@/lib/kernel/time/clock";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { sealCurrentUser } from "@/lib/connected-accounts/current-user";
import type { SessionConfig } from "../../settings/contract";
import { type Client, newClient, submit, visit } from "@/test/clients/connect-api";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { ON } from "@/test/builders/origin";
import { plainSession } from "@/test/builders/plain-session";
import { runMetaTool } from "../run-meta-tool";

type Result = Record<string, string | boolean | undefined> & { accounts?: Record<string, unknown>[] };
type Data = {
  message: string;
  results: Record<string, Result>;
  summary: Record<string, number>;
  session: { id: string };
};

let client: Client;
const SLUG = "COMPOSIO_MANAGE_CONNECTIONS";
const composio = metaToolkit();
const promised = composio.tools.find(({ slug }) => slug === SLUG)?.outputSchema ?? {};

beforeAll(async () => {
  await installConnectToolkits({}, [composio]);
  client = await newClient();
});

async function config(toolkit: string, scheme: string, credentials: object = {}, by = client): Promise<string> {
  const { status, body } = await by.call("POST", "/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme: scheme, credentials },
  });
  expect(status).toBe(201);
  return body.auth_config.id;
}
const OAUTH = { client_id: "an-app", client_secret: "a-secret-0123456789" };

async function connect(user: string, authConfig: string, more: object = {}): Promise<string> {
  const { status, body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: authConfig },
    connection: { user_id: user, state: { val: { subdomain: "acme", api_key: "an-api-key-0123456789" } }, ...more },
  });
  expect(status).toBe(201);
  return body.id;
}

async function manage(user: string, toolkits: unknown, more: object = {}, by = client) {
  const { status, body } = await by.call("POST", `/tools/execute/${SLUG}`, {
    arguments: { toolkits, session_id: "abcd", ...more },
    user_id: user,
  });
  expect(status).toBe(200);
  expect(schemaCheck(promised)(body)).toEqual([]);
  return { data: body.data as Data, successful: body.successful, error: body.error as unknown as string | null };
}

async function inSession(user: string, toolkits: unknown, rules: Partial<SessionConfig>, more: object = {}) {
  const answer = await runMetaTool(
    SLUG,
    { toolkits, ...more },
    {
      caller: { projectId: client.projectId, settings: { storePayloads: true } },
      session: plainSession(client.projectId, user, rules),
      facts: { ...ON, source: {} },
    },
  );
  return (answer.data as Data).results;
}
const accountsOf = (userId: string) => db.connectedAccount.count({ where: { projectId: client.projectId, userId } });

it("answers the documented request: one toolkit is connected, the other gets a link", async () => {
  const [keyed, gmail] = [await config("keyed", "API_KEY"), await config("gmail", "OAUTH2", OAUTH)];
  const account = await connect("ada", keyed);
  await db.connectedAccount.updateMany({
    where: { id: account },
    data: { currentUser: sealCurrentUser(client.projectId, account, { email: "user@example.com" }) },
  });
  const { data, successful, error } = await manage("ada", ["gmail", "keyed"]);
  expect([successful, error, data.message]).toEqual([true, null, "1 active, 1 initiated"]);
  expect(data.summary).toEqual({
    total_toolkits: 2,
    active_connections: 1,
    initiated_connections: 1,
    failed_connections: 0,
  });
  expect(data.session).toEqual({ id: "abcd", instructions: expect.any(String) });
  expect(data.results.keyed).toEqual({
    toolkit: "keyed",
    status: "active",
    has_active_connection: true,
    connected_account_id: account,
    auth_config_id: keyed,
    created_at: expect.stringMatching(/^20.*Z$/),
    current_user_info: { email: "user@example.com" },
    account_type: "PRIVATE",
  });
  expect(data.results.gmail).toEqual({
    toolkit: "gmail",
    status: "initiated",
    has_active_connection: false,
    connected_account_id: expect.stringMatching(/^ca_/),
    auth_config_id: gmail,
    created_at: expect.any(String),
    account_type: "PRIVATE",
    redirect_url: expect.stringMatching(/\/connect\/ln_/),
    instruction: expect.stringContaining("redirect_url"),
    was_reinitiated: false,
  });
});

it("returns the same link while it works, and later a new one for the same account", async () => {
  const first = (await manage("again", ["gmail"])).data.results.gmail;
  const second = (await manage("again", ["gmail"])).data.results.gmail;
  expect(second).toEqual(first);
  const back = moveClock(9 * 60_000);
  const late = (await manage("again", ["GMAIL"])).data.results.gmail;
  back();
  expect(late?.redirect_url).not.toBe(first?.redirect_url);
  expect(late?.connected_account_id).toBe(first?.connected_account_id);
  expect(await accountsOf("again")).toBe(1);
  const filter = { action: "connected_account.link", target: String(first?.connected_account_id) };
  expect(await db.auditEvent.count({ where: filter })).toBe(3);
});

it("creates one account and one link for simultaneous calls", async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => manage("together", ["gmail"])));
  expect(new Set(answers.map(({ data }) => data.results.gmail?.redirect_url)).size).toBe(1);
  expect(await accountsOf("together")).toBe(1);
});

it("reports a connection once the person has filled in the page behind the link", async () => {
  const url = String((await manage("bob", ["keyed"])).data.results.keyed?.redirect_url);
  expect((await visit(url)).status).toBe(200);
  await submit(url, { action: "connect", subdomain: "acme", api_key: "an-api-key-of-bob-0123" });
  const { data } = await manage("bob", ["keyed"]);
  expect(data.results.keyed).toMatchObject({ status: "active", has_active_connection: true });
  expect(await accountsOf("bob")).toBe(1);
});

it("limits a failure to its toolkit, with similar names for one that does not exist", async () => {
  const { data, successful } = await manage("carl", ["gmial", "open"]);
  expect(data.results.gmial).toEqual({
    toolkit: "gmial",
    status: "failed",
    has_active_connection: false,
    error_message: expect.stringContaining("gmail"),
  });
  expect(data.results.open).toMatchObject({ status: "active", has_active_connection: true });
  expect([successful, data.message]).toEqual([true, "1 active, 1 failed"]);
  const none = await manage("carl", ["gmial"]);
  expect([none.successful, none.error]).toEqual([false, data.results.gmial?.error_message]);
});

it("explains a toolkit that needs a missing app, and uses the operator's app once it exists", async () => {
  const { data } = await manage("dora", ["slack"]);
  expect(data.results.slack).toMatchObject({ status: "failed", error_message: expect.stringContaining("managed app") });
  await createManagedApp({
    kind: "toolkit",
    key: "slack",
    clientId: "the-app",
    clientSecret: "the-secret-0123456789",
    scopes: undefined,
  });
  const [firstAnswer, two] = await Promise.all([manage("dora", ["slack"]), manage("emil", ["slack"])]);
  const ids = [firstAnswer, two].map((answer) => answer.data.results.slack?.auth_config_id);
  expect(ids[0]).toBe(ids[1]);
  const configs = await db.authConfig.findMany({ where: { projectId: client.projectId, toolkitSlug: "slack" } });
  expect(configs.map(({ id, managed }) => [id, managed])).toEqual([[ids[0], true]]);
});

it("asks people for their own key where a toolkit needs no app", async () => {
  const { data } = await manage("fritz", ["queried"]);
  expect(data.results.queried).toMatchObject({ status: "initiated", redirect_url: expect.any(String) });
});

it("uses the newest auth config for sessions, and the one that the session names", async () => {
  const [older, newer] = [await config("basic", "BASIC"), await config("basic", "BASIC")];
  const linked = async (rules: Partial<SessionConfig>, user: string) =>
    (await inSession(user, ["basic"], rules)).basic?.auth_config_id;
  expect(await linked({}, "gus")).toBe(newer);
  expect(await linked({ auth_configs: { basic: older } }, "gus2")).toBe(older);
  await client.call("PATCH", `/auth_configs/${newer}`, { type: "custom", is_enabled_for_tool_router: false });
  expect(await linked({}, "gus3")).toBe(older);
  const wrong = await inSession("gus4", ["basic"], { auth_configs: { basic: await config("keyed", "API_KEY") } });
  expect(wrong.basic?.error_message).toContain("is for keyed");
  const foreign = await config("basic", "BASIC", {}, await newClient());
  const unknown = await inSession("gus5", ["basic"], { auth_configs: { basic: foreign } });
  expect(unknown.basic).toMatchObject({ status: "failed", error_message: expect.stringContaining("no auth config") });
});

it("redirects people to the session's address, and shows the developer's own link", async () => {
  const manage_connections = {
    enabled: true,
    callback_url: "https://app.example/back",
    enable_wait_for_connections: false,
    enable_connection_removal: true,
  };
  const { gmail } = await inSession("hugo", ["gmail"], {
    manage_connections,
    experimental: { link_url_overwrite: "https://app.example/x/" },
  });
  expect(gmail?.redirect_url).toMatch(/^https:\/\/app\.example\/x\/link\/ln_/);
  const row = await db.connectedAccount.findFirst({ where: { id: String(gmail?.connected_account_id) } });
  expect(row?.callbackUrl).toBe("https://app.example/back");
});

it("fails for a toolkit that the session may not use", async () => {
  const { gmail } = await inSession("ida", ["gmail"], { toolkits: { enabled: ["slack"] } });
  expect(gmail).toMatchObject({ status: "failed", error_message: expect.stringContaining("may not use gmail") });
});

it("creates a new link for a working connection, which keeps working", async () => {
  const account = await connect("jan", await config("keyed", "API_KEY"));
  const { data } = await manage("jan", ["keyed"], { reinitiate_all: true });
  expect(data.results.keyed).toMatchObject({
    status: "initiated",
    has_active_connection: true,
    was_reinitiated: true,
    connected_account_id: account,
    redirect_url: expect.stringMatching(/\/connect\/ln_/),
  });
  expect((await manage("jan", ["keyed"])).data.results.keyed?.status).toBe("active");
});

it("lists, names and removes the user's accounts", async () => {
  const keyed = await config("keyed", "API_KEY");
  const [work, home] = [await connect("kim", keyed, { alias: "work" }), await connect("kim", keyed)];
  const other = await connect("lena", keyed);
  const list = async () => (await manage("kim", [{ name: "keyed", action: "list" }])).data.results.keyed?.accounts;
  expect(await list()).toMatchObject([
    { id: home, is_default: true, status: "ACTIVE" },
    { id: work, is_default: false, alias: "work" },
  ]);
  const rename = [{ name: "keyed", action: "rename", account_id: home, alias: "home" }];
  expect((await manage("kim", rename)).data.results.keyed).toMatchObject({ connected_account_id: home, alias: "home" });
  const remove = (account: string) => manage("kim", [{ name: "keyed", action: "remove", account_id: account }]);
  expect((await remove(other)).data.results.keyed).toMatchObject({ status: "failed" });
  expect((await remove("work")).data.results.keyed).toMatchObject({
    status: "removed",
    has_active_connection: true,
    connected_account_id: work,
  });
  expect(await list()).toMatchObject([{ id: home, alias: "home" }]);
  expect(await accountsOf("lena")).toBe(1);
});

it("removes nothing without a choice among several, or if the session forbids it", async () => {
  const keyed = await config("keyed", "API_KEY");
  const ids = [await connect("mia", keyed), await connect("mia", keyed)];
  const { data } = await manage("mia", [{ name: "keyed", action: "remove" }]);
  for (const id of ids) expect(data.results.keyed?.error_message).toContain(id);
  const manage_connections = { enabled: true, enable_wait_for_connections: false, enable_connection_removal: false };
  const results = await inSession("mia", [{ name: "keyed", action: "remove", account_id: ids[0] }], {
    manage_connections,
  });
  expect(results.keyed?.error_message).toContain("enable_connection_removal");
  expect(await accountsOf("mia")).toBe(2);
});

it("adds accounts as far as the session lets a user have several", async () => {
  const keyed = await config("keyed", "API_KEY");
  await connect("nora", keyed);
  const wish = [{ name: "keyed", action: "add", alias: "second" }];
  expect((await inSession("nora", wish, {})).keyed?.status).toBe("active");
  const several = { multi_account: { enable: true, max_accounts_per_toolkit: 2, require_explicit_selection: true } };
  expect((await inSession("nora", wish, several)).keyed).toMatchObject({ status: "initiated", alias: "second" });
  await connect("nora", keyed);
  expect((await inSession("nora", [{ name: "keyed", alias: "third" }], several)).keyed).toMatchObject({
    status: "failed",
    error_message: expect.stringContaining("allows 2"),
  });
  expect((await inSession("nora", ["keyed"], several)).keyed?.status).toBe("active");
});

it("sees nothing of another project", async () => {
  await connect("olga", await config("keyed", "API_KEY"));
  const stranger = await newClient();
  const { data } = await manage("olga", [{ name: "keyed", action: "list" }], {}, stranger);
  expect(data.results.keyed).toMatchObject({ status: "failed", accounts: [] });
});

it("keeps the link out of the log", async () => {
  const url = String((await manage("paul", ["gmail"])).data.results.gmail?.redirect_url);
  await flushToolLogs();
  const [row] = (await findToolLogs(client.projectId, { limit: 1 })).rows;
  const storedRow = await db.toolLog.findFirst({ where: { id: row?.id ?? "" } });
  expect(storedRow?.toolSlug).toBe(SLUG);
  expect(
    JSON.stringify(storedRow, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  ).not.toContain(url.slice(url.lastIndexOf("/") + 1));
});

/** Browser tokens of one user: what they open, everything that they do not, and their end. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "@/lib/api";
import { createApiKey, findApiKeys, findCallerByApiKey, revokeApiKey } from "@/lib/access/keys/api-keys";
import { findCallerByBrowserToken } from "@/lib/access/keys/create-browser-token";
import { db } from "@/lib/kernel/database/db";
import { hashToken } from "@/lib/kernel/ids";
import { moveClock } from "@/lib/kernel/time/clock";
import { type Call, caller, installApps, openShop, type Shop } from "@/test/clients/limited-keys";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";

const TOKENS = "/internal/patchbay/browser_tokens";
let provider: Provider;
let shop: Shop;
let token: string;
let call: Call;

const newToken = async (body: object, by: Call = shop.full) => {
  const reply = await by("POST", TOKENS, body);
  return { ...reply, token: reply.body.token as string };
};

beforeAll(async () => {
  await installApps();
  provider = await startProvider();
  provider.answer = (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"items":[]}');
  shop = await openShop(provider);
  ({ token } = await newToken({ user_id: "ada", tools: ["DESK_READ"] }));
  call = caller(token);
});
afterAll(() => provider.close());

const execute = (slug: string, body: object) => call("POST", `/tools/execute/${slug}`, { arguments: {}, ...body });

describe("a token", () => {
  it("is shown once, with a checksum; only its hash is stored, and no list has it", async () => {
    const reply = await newToken({ user_id: "ada", minutes: 5 });
    expect([reply.status, reply.body.tools]).toEqual([201, []]);
    expect(reply.token).toMatch(/^bt_[0-9A-Za-z]{38}$/);
    const row = await db.apiKey.findUniqueOrThrow({ where: { id: reply.body.id as string } });
    expect(row).toMatchObject({ kind: "browser", hash: hashToken(reply.token) });
    expect(JSON.stringify(row)).not.toContain(reply.token.slice(8));
    const { items } = await findApiKeys(shop.projectId, { limit: 100 });
    expect(items.map(({ id }) => id)).not.toContain(reply.body.id);
  });

  it("makes connect links for its user, and lists and reads the accounts of this user", async () => {
    const { ada } = shop.accounts;
    const link = { auth_config_id: shop.configs.desk, user_id: "ada" };
    expect((await call("POST", "/connected_accounts/link", link)).status).toBe(201);
    const list = await call("GET", "/connected_accounts?limit=50&statuses=ACTIVE");
    expect(list.body.items?.map(({ id }) => id).sort()).toEqual(Object.values(ada).sort());
    const account = await call("GET", `/connected_accounts/${ada.desk}`);
    expect(account.status).toBe(200);
    expect(JSON.stringify(account.body)).not.toContain("the-key-of-ada");
  });

  it("executes the named tools as its user, by any of their names", async () => {
    for (const body of [{ user_id: "ada" }, { connected_account_id: shop.accounts.ada.desk }])
      expect((await execute("DESK_READ", body)).body).toMatchObject({ successful: true });
    expect((await execute("desk_read", { user_id: "ada" })).status).toBe(200);
  });
});

describe("a token is refused, before a provider gets anything,", () => {
  const ADA = { user_id: "ada" };
  const REFUSALS: Record<string, () => Promise<{ status: number }>> = {
    "for a tool that it does not name": () => execute("TILL_READ", ADA),
    "for that tool by its alias": () => execute("TILL_READ_OLD", ADA),
    "for that tool as a dry run": () => execute("TILL_READ", { ...ADA, dry_run: true }),
    "for another user": () => execute("DESK_READ", { user_id: "bob" }),
    "for no user": () => execute("DESK_READ", {}),
    "for another user by the older field": () => execute("DESK_READ", { entity_id: "bob" }),
    "with an account of another user": () => execute("DESK_READ", { connected_account_id: shop.accounts.bob.desk }),
    "with a base URL": () => execute("DESK_READ", { ...ADA, custom_auth_params: { base_url: provider.baseUrl } }),
    "with credentials": () =>
      execute("DESK_READ", {
        ...ADA,
        custom_connection_data: { authScheme: "API_KEY", toolkitSlug: "desk", val: { generic_api_key: "k" } },
      }),
    "for a text instead of arguments": () =>
      call("POST", "/tools/execute/DESK_READ", { user_id: "ada", text: "read all" }),
    "for a meta tool": () => execute("COMPOSIO_MULTI_EXECUTE_TOOL", { ...ADA, arguments: { tools: [] } }),
    "for a link of another user": () =>
      call("POST", "/connected_accounts/link", { auth_config_id: shop.configs.desk, user_id: "bob" }),
    "for a link that shares the account": () =>
      call("POST", "/connected_accounts/link", {
        ...{ auth_config_id: shop.configs.desk, user_id: "ada" },
        experimental: { account_type: "SHARED", acl_config_for_shared: { allow_all_users: true } },
      }),
    "for a link to another server": () =>
      call("POST", "/connected_accounts/link", {
        ...{ auth_config_id: shop.configs.desk, user_id: "ada" },
        connection_data: { base_url: provider.baseUrl },
      }),
    "for a link that works longer than any token": () =>
      call("POST", "/connected_accounts/link", {
        ...{ auth_config_id: shop.configs.desk, user_id: "ada" },
        expires_in_minutes: 61,
      }),
    "for the accounts of another user": () => call("GET", "/connected_accounts?user_ids=bob"),
    "for an account of another user": () => call("GET", `/connected_accounts/${shop.accounts.bob.desk}`),
    "for a change of an own account": () =>
      call("PATCH", `/connected_accounts/${shop.accounts.ada.desk}`, { alias: "mine" }),
    "for the deletion of an own account": () => call("DELETE", `/connected_accounts/${shop.accounts.ada.desk}`),
    "for a proxied request": () =>
      call("POST", "/tools/execute/proxy", {
        ...{ connected_account_id: shop.accounts.ada.desk, endpoint: "/things", method: "GET" },
      }),
    "for another token": () => call("POST", TOKENS, ADA),
  };
  it.each(Object.entries(REFUSALS))("%s", async (_, refuse) => {
    const count = provider.seen.length;
    expect((await refuse()).status).toBe(403);
    expect(provider.seen).toHaveLength(count);
  });

  it("for every operation that is not declared for tokens", async () => {
    let count = 0;
    const open: string[] = [];
    for (const op of operations) {
      if (op.auth === "none" || op.auth === "link") continue;
      if (op.browserToken) {
        open.push(op.id);
        continue;
      }
      const path = op.path.replace(/\{\w+\}/g, "x");
      const reply = await call(op.method, path, op.method === "GET" ? undefined : {});
      if (op.auth !== "project") expect(reply.status, op.id).toBe(401);
      else
        expect([reply.status, JSON.stringify(reply.body)], op.id).toEqual([
          // Programs of the older API only know 400.
          op.successor ? 400 : 403,
          expect.stringContaining("A browser token can't do this."),
        ]);
      count++;
    }
    expect(count).toBeGreaterThan(300);
    expect(open.sort()).toEqual([
      "getConnectedAccounts",
      "getConnectedAccountsByNanoid",
      "postConnectedAccountsLink",
      "postToolsExecuteByToolSlug",
    ]);
  });

  it("by the other kinds of credentials", async () => {
    expect(await findCallerByApiKey(token)).toBeNull();
    const asOther = (header: string) => caller("")("GET", "/connected_accounts", undefined, { [header]: token });
    for (const header of ["x-session-access-key", "x-user-api-key"]) expect((await asOther(header)).status).toBe(401);
  });
});

describe("a token ends", () => {
  const isOpen = async (text: string) => (await caller(text)("GET", "/connected_accounts")).status;

  it("after its minutes", async () => {
    const { token: short } = await newToken({ user_id: "ada", minutes: 5 });
    expect(await isOpen(short)).toBe(200);
    const back = moveClock(300_001);
    const caught = await findCallerByBrowserToken(short, () => undefined);
    back();
    expect(caught).toBeNull();
  });

  it("with the API key that created it, and with the project", async () => {
    const maker = await createApiKey(shop.projectId, { name: "backend" });
    const { token: text } = await newToken({ user_id: "ada" }, caller(maker.key));
    expect(await isOpen(text)).toBe(200);
    await revokeApiKey(shop.projectId, maker.id);
    expect(await isOpen(text)).toBe(401);
    await db.project.update({ where: { id: shop.projectId }, data: { deletedAt: new Date() } });
    expect(await isOpen(token)).toBe(401);
    await db.project.update({ where: { id: shop.projectId }, data: { deletedAt: null } });
  });

  it("if it is revoked, or its row cannot be read", async () => {
    const first = await newToken({ user_id: "ada" });
    await revokeApiKey(shop.projectId, first.body.id as string);
    expect(await isOpen(first.token)).toBe(401);
    const second = await newToken({ user_id: "ada" });
    await db.apiKey.update({ where: { id: second.body.id as string }, data: { limits: { users: ["ada"] } } });
    expect(await isOpen(second.token)).toBe(401);
  });
});

it("takes no Idempotency-Key from the app's backend", async () => {
  const [named, ofLink] = ["order-1", "link-1"].map((name) => ({ "idempotency-key": name }));
  const run = { user_id: "ada", arguments: {} };
  const mine = await call("POST", "/tools/execute/DESK_READ", run, named);
  const theirs = await shop.full("POST", "/tools/execute/TILL_READ", run, named);
  expect([mine.status, theirs.status]).toEqual([200, 200]);
  const link = { auth_config_id: shop.configs.desk, user_id: "ada" };
  expect((await call("POST", "/connected_accounts/link", link, ofLink)).status).toBe(201);
  const other = { ...link, user_id: "bob" };
  expect((await shop.full("POST", "/connected_accounts/link", other, ofLink)).status).toBe(201);
});

describe("creating a token", () => {
  it("ends the oldest of a user with fifty, and none of others", async () => {
    const others = await newToken({ user_id: "bob" });
    const first = await newToken({ user_id: "eve" });
    for (let n = 0; n < 50; n++) await newToken({ user_id: "eve" });
    const rows = (id: unknown) => db.apiKey.count({ where: { id: id as string } });
    expect([await rows(first.body.id), await rows(others.body.id)]).toEqual([0, 1]);
  });

  it("is for API keys that can do as much, without limits to users or toolkits", async () => {
    const by = async (key: { key: string }) => (await newToken({ user_id: "ada" }, caller(key.key))).status;
    const scoped = (scopes: Parameters<typeof createApiKey>[1]["scopes"]) =>
      createApiKey(shop.projectId, { name: "scoped", ...(scopes && { scopes }) });
    expect(await by(await scoped({ tool_execution: "write" }))).toBe(403);
    expect(await by(await scoped({ connected_accounts: "write" }))).toBe(403);
    expect(await by(await scoped({ connected_accounts: "write", tool_execution: "write" }))).toBe(201);
    expect(await by(await shop.limited({ users: ["ada"] }))).toBe(403);
  });

  it.each([
    [{ minutes: 4 }, 400],
    [{ minutes: 61 }, 400],
    [{ user_id: "" }, 400],
    [{ tools: Array.from({ length: 51 }, () => "DESK_READ") }, 400],
    [{ tools: ["NO_SUCH_TOOL"] }, 404],
    [{ tools: ["COMPOSIO_MULTI_EXECUTE_TOOL"] }, 422],
  ])("refuses %j", async (body, status) => {
    expect((await newToken({ user_id: "ada", ...body })).status).toBe(status);
  });
});

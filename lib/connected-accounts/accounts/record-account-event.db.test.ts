/** The history of accounts, their users, and the preview of the connect page, through the API. */
import { beforeAll, describe, expect, it } from "vitest";
import { moveClock } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { type Body, type Client, newClient, submit } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { expireIncompleteAccounts } from "../connect/expire-incomplete-accounts";
import { moveAccount } from "./move-account";
import { requireUser } from "./list-users";

let client: Client;
let stranger: Client;
let keyed: string;

beforeAll(async () => {
  await installConnectToolkits();
  [client, stranger] = [await newClient(), await newClient()];
  const response = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "keyed" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  keyed = response.body.auth_config.id;
});

const val = { subdomain: "acme", api_key: "planted-api-key-0123456789" };

async function connect(userId: string, values: object = val): Promise<Body> {
  const { status, body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: keyed },
    connection: { user_id: userId, state: { authScheme: "API_KEY", val: values } },
  });
  expect(status).toBe(201);
  return body;
}

type Step = [status: string, by: string, reason: string | null];

async function history(id: string): Promise<Step[]> {
  const { status, body } = await client.call("GET", `/internal/patchbay/connected_accounts/${id}/events`);
  expect(status).toBe(200);
  return body.items.map((event) => [event.status, event.by, event.reason] as Step);
}

describe("the history of an account", () => {
  it("contains creation, disabling, enabling and new credentials, newest first", async () => {
    const { id } = await connect("ada");
    await client.call("PATCH", `/connected_accounts/${id}/status`, { enabled: false });
    await client.call("PATCH", `/connected_accounts/${id}/status`, { enabled: false });
    await client.call("PATCH", `/connected_accounts/${id}/status`, { enabled: true });
    await client.call("PATCH", `/connected_accounts/${id}`, { connection: { state: { val } } });
    expect(await history(id)).toEqual([
      ["ACTIVE", "api", "The credentials were replaced."],
      ["ACTIVE", "api", "Enabled by hand."],
      ["INACTIVE", "api", "Disabled by hand."],
      ["ACTIVE", "api", "Created with credentials that were sent along."],
    ]);
  });

  it("contains the steps of the person on the connect page", async () => {
    const connection = await connect("form", { subdomain: "acme" });
    await submit(connection.redirect_url, { action: "connect", ...val });
    expect(await history(connection.id)).toEqual([
      ["ACTIVE", "user", "Connected."],
      ["INITIATED", "api", "Created, with a link for the user."],
    ]);
    const cancelled = await connect("form", { subdomain: "acme" });
    await submit(cancelled.redirect_url, { action: "cancel" });
    expect((await history(cancelled.id))[0]).toEqual(["FAILED", "user", "The user canceled on the connect page."]);
  });

  it("shows that nobody opened the link", async () => {
    const { id } = await connect("late", { subdomain: "acme" });
    await db.connectedAccount.updateMany({ where: { id }, data: { updatedAt: new Date(Date.now() - 700_000) } });
    await db.linkSession.updateMany({ where: { accountId: id }, data: { expiresAt: new Date() } });
    await expireIncompleteAccounts();
    expect((await history(id))[0]).toEqual(["EXPIRED", "system", "Nobody finished the connection in time."]);
  });

  it("has no event of a change that was rolled back or not allowed", async () => {
    const { id } = await connect("rolled");
    const move = { to: "REVOKED", reason: "Never.", by: "system" } as const;
    await expect(
      db.$transaction(async (tx) => {
        expect(await moveAccount(tx, client.projectId, id, move)).toBe(true);
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    expect(await moveAccount(db, client.projectId, id, { to: "FAILED", reason: "Never.", by: "system" })).toBe(false);
    expect(await moveAccount(db, stranger.projectId, id, move)).toBe(false);
    expect(await history(id)).toHaveLength(1);
  });

  it("is returned in pages", async () => {
    const { id } = await connect("pages");
    for (const enabled of [false, true, false, true])
      await client.call("PATCH", `/connected_accounts/${id}/status`, { enabled });
    const path = `/internal/patchbay/connected_accounts/${id}/events?limit=2`;
    const eventIds: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body }: { body: Body } = await client.call("GET", `${path}${cursor && `&cursor=${cursor}`}`);
      expect(body.total_items).toBe(5);
      eventIds.push(...body.items.map((event) => event.id));
      cursor = body.next_cursor;
    }
    expect(new Set(eventIds).size).toBe(5);
    expect(eventIds).toEqual([...eventIds].sort((a, b) => Number(b) - Number(a)));
    expect((await client.call("GET", `${path}&cursor=WyJhIiwiYiIsMV0`)).status).toBe(400);
  });

  it("returns 404 for another project's account, and is deleted with the account", async () => {
    const { id } = await connect("gone");
    expect((await stranger.call("GET", `/internal/patchbay/connected_accounts/${id}/events`)).status).toBe(404);
    await client.call("DELETE", `/connected_accounts/${id}`);
    expect((await client.call("GET", `/internal/patchbay/connected_accounts/${id}/events`)).status).toBe(404);
    expect(await db.connectedAccountEvent.count({ where: { accountId: id } })).toBe(0);
  });
});

describe("users", () => {
  it("are listed with accounts, last connected first, in pages and by a part of their id", async () => {
    const freshClient = await newClient();
    const response = await freshClient.call("POST", "/auth_configs", {
      toolkit: { slug: "keyed" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
    });
    const add = (user: string, values: object = val) =>
      freshClient.call("POST", "/connected_accounts", {
        auth_config: { id: response.body.auth_config.id },
        connection: { user_id: user, state: { val: values } },
      });
    const back = moveClock(-60_000);
    await add("user_b");
    await add("100%");
    back();
    const failed = await add("user_a", { subdomain: "acme" });
    await submit(failed.body.redirect_url, { action: "cancel" });
    await add("user_a");
    const all = await freshClient.call("GET", "/internal/patchbay/users");
    expect(all.body.items[0]).toMatchObject({
      user_id: "user_a",
      accounts: { total: 2, active: 1, failing: 0, attempts: 1 },
      toolkits: ["keyed"],
    });
    const attempt = await add("user_t", { subdomain: "acme" });
    await submit(attempt.body.redirect_url, { action: "cancel" });
    const { body: never } = await freshClient.call("GET", "/internal/patchbay/users/user_t");
    expect(never).toMatchObject({ first_connected_at: null, last_connected_at: null, accounts: { attempts: 1 } });
    await freshClient.call("DELETE", `/connected_accounts/${attempt.body.id}`);
    const ids = async (everActive: string) => {
      const { body } = await freshClient.call("GET", `/connected_accounts?user_ids=user_a&ever_active=${everActive}`);
      return body.items.map(({ status }: { status: string }) => status);
    };
    expect([await ids("true"), await ids("false"), (await ids("")).length]).toEqual([["ACTIVE"], ["FAILED"], 2]);
    const first = await freshClient.call("GET", "/internal/patchbay/users?limit=1");
    const rest = await freshClient.call("GET", `/internal/patchbay/users?limit=5&cursor=${first.body.next_cursor}`);
    expect([...first.body.items, ...rest.body.items].map(({ user_id }) => user_id).sort()).toEqual([
      "100%",
      "user_a",
      "user_b",
    ]);
    expect((await freshClient.call("GET", "/internal/patchbay/users?search=USER_")).body.total_items).toBe(2);
    expect(
      (await freshClient.call("GET", "/internal/patchbay/users?search=%25")).body.items.map(({ user_id }) => user_id),
    ).toEqual(["100%"]);
    expect(
      (await freshClient.call("GET", `/internal/patchbay/users/${encodeURIComponent("100%")}`)).body,
    ).toMatchObject({
      user_id: "100%",
      accounts: { total: 1, active: 1, failing: 0, attempts: 0 },
    });
  });

  it("are not found by another project (404)", async () => {
    await connect("mine");
    expect((await requireUser(client.projectId, "mine")).total).toBe(1);
    expect((await stranger.call("GET", "/internal/patchbay/users/mine")).status).toBe(404);
    expect((await stranger.call("GET", "/internal/patchbay/users")).body.items).toEqual([]);
  });
});

describe("the preview of the connect page", () => {
  const preview = (body: object) => client.call("POST", "/internal/patchbay/connect_preview", body);

  it("is the connect page without a working form", async () => {
    const { body } = await preview({
      toolkit_slug: "keyed",
      scheme: "API_KEY",
      name: "Acme <b>",
      given_fields: ["subdomain"],
    });
    const html = String(body.html);
    expect(html).toContain("Acme &lt;b&gt; wants to access your Keyed account.");
    expect(html).toContain("<form inert>");
    expect(html).not.toContain('method="post"');
    expect(html).toContain('name="api_key"');
    expect(html).not.toContain('name="subdomain"');
  });

  it("shows the chosen scopes, or those of the scheme", async () => {
    expect(String((await preview({ toolkit_slug: "github", scheme: "OAUTH2" })).body.html)).toContain("read:org");
    const html = String((await preview({ toolkit_slug: "github", scheme: "OAUTH2", scopes: ["gist"] })).body.html);
    expect(html).toContain("gist");
    expect(html).not.toContain("read:org");
    expect(html).toContain("sign in at github.com");
  });

  it("returns 404 or 400 with the problem of the toolkit or the scheme", async () => {
    expect((await preview({ toolkit_slug: "nothing", scheme: "OAUTH2" })).status).toBe(404);
    expect((await preview({ toolkit_slug: "keyed", scheme: "OAUTH2" })).status).toBe(400);
  });
});

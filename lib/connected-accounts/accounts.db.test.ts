/** Connected accounts through the API: keys, the choice of an account, masking, tenants, the connect page's form. */
import { beforeAll, describe, expect, it } from "vitest";
import { requireToolkit } from "@/lib/catalog/toolkits";
import { moveClock } from "@/lib/kernel/clock";
import { db } from "@/lib/kernel/db";
import { type Body, type Client, newClient, submit, visit } from "@/test/connect-api";
import { installConnectToolkits } from "@/test/oauth-providers";
import { resolveAccount } from "./accounts";
import { openCredentials } from "./credentials";
import { expireIncompleteAccounts } from "./expire-incomplete";

let client: Client;
let stranger: Client;
let keyed: string;

beforeAll(async () => {
  await installConnectToolkits();
  [client, stranger] = [await newClient(), await newClient()];
  keyed = await authConfig("keyed", "API_KEY");
});

async function authConfig(toolkit: string, authScheme: string, credentials: object = {}): Promise<string> {
  const { status, body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme, credentials },
  });
  expect([status, body.error?.message]).toEqual([201, undefined]);
  return body.auth_config.id;
}

const KEY = "planted-api-key-0123456789";

async function connect(
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

const get = async (id: string) => client.call("GET", `/connected_accounts/${id}`);

async function openValues(userId: string) {
  const account = await resolveAccount(client.projectId, { toolkitSlug: "keyed", userId });
  const scheme = (await requireToolkit(client.projectId, "keyed")).authSchemes[0];
  if (!scheme) throw new Error("keyed has no scheme");
  return openCredentials(client.projectId, account, scheme);
}

describe("POST /connected_accounts", () => {
  it("201: a complete key is ACTIVE at once and shown masked", async () => {
    const body = await connect("ada");
    expect(body).toMatchObject({
      status: "ACTIVE",
      redirect_url: null,
      redirect_uri: null,
      connectionData: { authScheme: "API_KEY", val: { status: "ACTIVE", subdomain: "acme", api_key: "plan..." } },
    });
    const shown = await get(body.id);
    expect(shown.body).toMatchObject({
      id: body.id,
      user_id: "ada",
      word_id: null,
      alias: null,
      is_disabled: false,
      params: {},
      experimental: { account_type: "PRIVATE" },
      toolkit: { slug: "keyed" },
      auth_config: { id: keyed, auth_scheme: "API_KEY", is_disabled: false },
    });
    expect(JSON.stringify([body, shown.body])).not.toContain(KEY);
    expect((await openValues("ada")).values).toMatchObject({ subdomain: "acme", api_key: KEY });
  });

  it("201: accepts the names that other clients use for the same key", async () => {
    await connect("alias", { subdomain: "acme", generic_api_key: "generic-key-1234567" });
    expect((await openValues("alias")).values.api_key).toBe("generic-key-1234567");
  });

  it("201: a missing field leads to the connect page, whose form completes the account", async () => {
    const body = await connect("form", { subdomain: "acme" }, { callback_url: "https://app.example/back" });
    expect(body.status).toBe("INITIATED");
    const page = await visit(body.redirect_url);
    expect(page.html).toContain('value="acme"');
    const empty = await submit(body.redirect_url, { action: "connect", subdomain: "acme2", api_key: " " });
    expect(empty.status).toBe(400);
    expect(empty.html).toContain("API key is required.");
    expect(empty.html).toContain('value="acme2"');
    const wrong = await submit(body.redirect_url, {
      action: "connect",
      subdomain: "acme2",
      api_key: KEY,
      api_url: "http://10.0.0.8/",
    });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("is not a public address");
    expect(wrong.html).not.toContain(KEY);
    const done = await submit(body.redirect_url, { action: "connect", subdomain: "acme2", api_key: KEY });
    expect(done.location).toBe(`https://app.example/back?status=success&connected_account_id=${body.id}`);
    expect((await openValues("form")).values).toMatchObject({ subdomain: "acme2", api_key: KEY });
    expect((await submit(body.redirect_url, { action: "connect", subdomain: "x", api_key: "other" })).html).toContain(
      "was used already",
    );
    expect((await openValues("form")).values.api_key).toBe(KEY);
  });

  it("201: connects BASIC, BEARER_TOKEN and NO_AUTH", async () => {
    const cases: [string, string, object][] = [
      ["basic", "BASIC", { username: "u", password: "p" }],
      ["github", "BEARER_TOKEN", { token: "ghp_0123456789" }],
      ["open", "NO_AUTH", {}],
    ];
    for (const [toolkit, scheme, val] of cases) {
      const config = await authConfig(toolkit, scheme);
      const { body } = await client.call("POST", "/connected_accounts", {
        auth_config: { id: config },
        connection: { user_id: "all", state: { authScheme: scheme, val } },
      });
      expect(body).toMatchObject({ status: "ACTIVE", connectionData: { authScheme: scheme } });
    }
  });

  it.each([
    [
      "a scheme the auth config does not have",
      { state: { authScheme: "OAUTH2", val: {} } },
      /uses API_KEY, not OAUTH2/,
    ],
    ["a callback that is a script", { callback_url: "javascript:alert(1)" }, /callback_url must be/],
    [
      "a private address",
      { state: { val: { subdomain: "a", api_key: "b", api_url: "http://169.254.169.254/" } } },
      /not a public address/,
    ],
    [
      "an access list on a private account",
      { experimental: { acl_config_for_shared: { allow_all_users: true } } },
      /acl_config_for_shared is only valid on SHARED/,
    ],
  ])("400: refuses %s", async (_, connection, message) => {
    const { status, body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: keyed },
      connection,
    });
    expect(status).toBe(400);
    expect(body.error?.message).toMatch(message);
  });
});

describe("resolveAccount", () => {
  const choose = (choice: { userId?: string; connectedAccountId?: string; toolkitSlug?: string }) =>
    resolveAccount(client.projectId, { toolkitSlug: "keyed", ...choice });

  it("takes the most recent account that works, and says so", async () => {
    const [, second, third] = [await connect("many"), await connect("many"), await connect("many")];
    expect(await choose({ userId: "many" })).toMatchObject({
      id: third?.id,
      rule: "most recent",
      userId: "many",
      scheme: "API_KEY",
    });
    await client.call("PATCH", `/connected_accounts/${third?.id}/status`, { enabled: false });
    expect((await choose({ userId: "many" })).id).toBe(second?.id);
    await expect(choose({ connectedAccountId: third?.id ?? "" })).rejects.toMatchObject({
      details: { code: 1803 },
      message: expect.stringContaining("disabled") as string,
    });
    await client.call("PATCH", `/connected_accounts/${third?.id}/status`, { enabled: true });
    expect(await choose({ userId: "many", connectedAccountId: third?.id ?? "" })).toMatchObject({
      id: third?.id,
      rule: "explicit id",
    });
  });

  it("400 1803: names the toolkit and the user who has no account, and the status of one that does not work", async () => {
    await expect(choose({ userId: "nobody" })).rejects.toMatchObject({
      kind: "BadRequest",
      message: "The user nobody has no connected keyed account.",
      details: { code: 1803, suggestedFix: expect.stringContaining("/connected_accounts/link") as string },
    });
    await connect("waiting", {});
    await expect(choose({ userId: "waiting" })).rejects.toMatchObject({
      message: expect.stringContaining("its status is INITIATED") as string,
      details: { code: 1803 },
    });
  });

  it("400 1812: another user's account; 400: another toolkit's; 404: another project's", async () => {
    const { id } = await connect("owner");
    await expect(choose({ userId: "thief", connectedAccountId: id })).rejects.toMatchObject({
      kind: "BadRequest",
      details: { code: 1812 },
    });
    await expect(choose({ toolkitSlug: "github", connectedAccountId: id })).rejects.toMatchObject({
      kind: "BadRequest",
      message: expect.stringContaining("is for keyed") as string,
    });
    await expect(
      resolveAccount(stranger.projectId, { toolkitSlug: "keyed", connectedAccountId: id }),
    ).rejects.toMatchObject({ kind: "NotFound" });
  });

  it("lets users of a SHARED account in by its list, never by chance", async () => {
    const { id } = await connect("host", undefined, {
      experimental: { account_type: "SHARED", acl_config_for_shared: { allowed_user_ids: ["guest"] } },
    });
    expect((await choose({ userId: "guest", connectedAccountId: id })).id).toBe(id);
    await expect(choose({ userId: "guest" })).rejects.toMatchObject({ details: { code: 1803 } });
    await expect(choose({ userId: "other", connectedAccountId: id })).rejects.toMatchObject({
      details: { code: 1812 },
    });
    await client.call("PATCH", `/connected_accounts/${id}`, {
      experimental: { acl_config_for_shared: { allow_all_users: true, not_allowed_user_ids: ["guest"] } },
    });
    await expect(choose({ userId: "guest", connectedAccountId: id })).rejects.toMatchObject({
      details: { code: 1812 },
    });
    expect((await choose({ userId: "other", connectedAccountId: id })).id).toBe(id);
  });

  it("400 1803: no account of a disabled auth config", async () => {
    const config = await authConfig("basic", "BASIC");
    await client.call("POST", "/connected_accounts", {
      auth_config: { id: config },
      connection: { user_id: "off", state: { val: { username: "u", password: "p" } } },
    });
    await client.call("PATCH", `/auth_configs/${config}/DISABLED`);
    await expect(choose({ toolkitSlug: "basic", userId: "off" })).rejects.toMatchObject({
      message: expect.stringContaining(`auth config ${config} is disabled`) as string,
    });
  });
});

describe("changes", () => {
  it("200: PATCH replaces a key in place, keeps a masked one, and sets and removes the alias", async () => {
    const { id } = await connect("patched");
    const change = async (body: object) => (await client.call("PATCH", `/connected_accounts/${id}`, body)).body;
    expect(
      await change({
        alias: "work",
        connection: { state: { authScheme: "API_KEY", val: { api_key: "plan...", subdomain: "other" } } },
      }),
    ).toEqual({ success: true, id, status: "ACTIVE" });
    expect((await openValues("patched")).values).toMatchObject({ api_key: KEY, subdomain: "other" });
    expect((await get(id)).body.alias).toBe("work");
    await change({ alias: "", connection: { state: { val: { api_key: "a-new-key-4567890" } } } });
    expect((await openValues("patched")).values.api_key).toBe("a-new-key-4567890");
    expect((await get(id)).body.alias).toBeNull();
  });

  it("200: lists by every filter, in both directions, page by page", async () => {
    const ids = [];
    for (const alias of ["one", "two", "three"]) ids.push((await connect("lister", undefined, { alias })).id);
    const list = async (query: string) =>
      (await client.call("GET", `/connected_accounts?user_ids=lister&${query}`)).body;
    expect((await list("order_direction=asc")).items.map(({ id }) => id)).toEqual(ids);
    const first = await list("limit=2&statuses=ACTIVE,EXPIRED&toolkit_slugs=keyed");
    expect(first).toMatchObject({ total_items: 3, total_pages: 2, current_page: 1 });
    const second = await list(`limit=2&statuses=ACTIVE,EXPIRED&toolkit_slugs=keyed&cursor=${first.next_cursor ?? ""}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([...ids].reverse());
    expect(second.next_cursor).toBeNull();
    for (const empty of [
      "statuses=EXPIRED",
      "toolkit_slugs=gmail",
      "auth_config_ids=ac_x",
      "account_type=SHARED",
      "connected_account_ids=ca_x",
    ])
      expect((await list(empty)).items).toEqual([]);
    expect(
      (await list(`auth_config_ids=${keyed}&connected_account_ids=${ids[1]}&order_by=updated_at`)).items.map(
        ({ alias }) => alias,
      ),
    ).toEqual(["two"]);
    expect(JSON.stringify(first)).not.toContain(KEY);
  });

  it("404: another project's account, whatever is asked of it", async () => {
    const { id } = await connect("private");
    const attempts: [string, string, object?][] = [
      ["GET", ""],
      ["PATCH", "", { alias: "mine" }],
      ["DELETE", ""],
      ["POST", "/refresh", {}],
      ["PATCH", "/status", { enabled: false }],
    ];
    for (const [method, path, body] of attempts)
      expect((await stranger.call(method, `/connected_accounts/${id}${path}`, body)).status).toBe(404);
    expect(
      (await stranger.call("POST", "/connected_accounts/link", { auth_config_id: keyed, user_id: "x" })).status,
    ).toBe(404);
    expect((await stranger.call("GET", `/connected_accounts?connected_account_ids=${id}`)).body.items).toEqual([]);
    expect((await get(id)).body.status).toBe("ACTIVE");
  });
});

describe("the connect page", () => {
  const link = async (more: object = {}) =>
    (
      await client.call("POST", "/connected_accounts/link", {
        auth_config_id: keyed,
        user_id: "paged",
        callback_url: "https://app.example/back",
        ...more,
      })
    ).body;

  it("loads nothing but its one style, is never stored or framed, and names who asks", async () => {
    const page = await visit((await link()).redirect_url);
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'[^;]*; form-action 'self' https:; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    expect(page.html).not.toMatch(/<script|\son\w+=/i);
    expect(page.html).toMatch(/wants to use your Keyed account/);
  });

  it("is not used up by being opened, and is gone after a cancel that the app is told of", async () => {
    const { redirect_url: url, connected_account_id: id } = await link();
    for (let i = 0; i < 3; i++) expect((await visit(url)).status).toBe(200);
    expect((await submit(url, { action: "cancel" })).location).toBe(
      `https://app.example/back?status=failed&connected_account_id=${id}&error=access_denied&error_description=You+cancelled.`,
    );
    expect((await get(id)).body).toMatchObject({ status: "FAILED" });
    expect((await visit(url)).status).toBe(410);
  });

  it("stores one of two forms that are sent at once", async () => {
    const { redirect_url: url } = await link();
    const answers = await Promise.all(
      [1, 2, 3].map((n) => submit(url, { action: "connect", subdomain: `s${n}`, api_key: KEY })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410]);
  });

  it("403: refuses a form of another site", async () => {
    const { redirect_url: url } = await link();
    for (const origin of ["https://evil.example", "null", null])
      expect((await submit(url, { action: "connect", subdomain: "a", api_key: KEY }, origin)).status).toBe(403);
  });

  it("410: an expired link; 404: an unknown one; neither tells more", async () => {
    const { redirect_url: url } = await link();
    const restore = moveClock(601_000);
    const late = await submit(url, { action: "connect", subdomain: "a", api_key: KEY });
    restore();
    expect([late.status, (await visit(`${url}x`)).status]).toEqual([410, 404]);
    expect(late.html).not.toContain("Keyed");
  });

  it("escapes everything that people can name", async () => {
    await db.project.update({
      where: { id: client.projectId },
      data: { config: { displayName: '"><img src=x onerror=alert(1)>' } },
    });
    const page = await visit(
      (await link({ connection_data: { subdomain: '"><script>alert(1)</script>' } })).redirect_url,
    );
    expect(page.html).not.toMatch(/<script|<img src=x/);
    expect(page.html).toContain("&lt;script&gt;");
  });
});

it("ends connections that nobody finished, and no others", async () => {
  const active = await connect("kept");
  const waiting = await connect("late", {});
  await db.connectedAccount.updateMany({
    where: { id: { in: [active.id, waiting.id] } },
    data: { updatedAt: new Date(Date.now() - 700_000) },
  });
  const fresh = await connect("fresh", {});
  await expireIncompleteAccounts();
  const statuses = await Promise.all([active, waiting, fresh].map(async ({ id }) => (await get(id)).body.status));
  expect(statuses).toEqual(["ACTIVE", "EXPIRED", "INITIATED"]);
  expect((await get(waiting.id)).body.status_reason).toMatch(/within ten minutes/);
});

it("holds keys sealed: no column has one in the clear", async () => {
  await connect("sealed");
  const rows = await db.$queryRaw<{ line: string }[]>`SELECT row_to_json(t)::text AS line FROM connected_account t`;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ line }) => line).join("\n")).not.toContain(KEY);
});

/** Keys, tokens and passwords are proven when they are given, and accounts show whose they are. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, pool } from "@/lib/kernel/database/db";
import { type Client, newClient, submit, visit } from "@/test/connect-api";
import { type Provider, startProvider } from "@/test/loopback-provider";
import { installConnectToolkits } from "@/test/oauth-providers";
import { ON } from "@/test/origin";
import { requireAccount } from "../accounts/accounts";
import { openAccountValues } from "../account-credentials";
import { askWho } from "./check-account";

const KEY = "planted-good-key-0123456789";
const BAD = "planted-bad-key-9876543210";
const APP = "https://app.example/back";
const ADA = { id: "7", name: "Ada Lovelace", email: "ada@example.com" };

let provider: Provider;
let client: Client;
let stranger: Client;

const json = (status: number, body: unknown): Provider["answer"] => {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
};
/** Accepts the good key and password only. */
const honest: Provider["answer"] = (request, response) => {
  const sent = request.headers.authorization ?? "";
  const right = [`Bearer ${KEY}`, `Basic ${Buffer.from(`ada:${KEY}`).toString("base64")}`].includes(sent);
  json(right ? 200 : 401, right ? ADA : { message: `Bad credentials: ${sent}` })(request, response);
};

const described = { name: "Proven", currentUser: { path: "/me" } };
beforeAll(async () => {
  await installConnectToolkits({
    proven: { ...described, auth: [{ mode: "API_KEY" }, { mode: "BEARER_TOKEN" }, { mode: "BASIC" }] },
    graph: {
      name: "Graph",
      auth: [{ mode: "API_KEY" }],
      currentUser: { method: "POST", path: "/graphql", body: { query: "{ viewer { id } }" }, name: "data.viewer.id" },
    },
  });
  [provider, client, stranger] = [await startProvider(), await newClient(), await newClient()];
});
beforeEach(() => {
  provider.reset();
  provider.answer = honest;
});
afterAll(() => provider.close());

async function newConfig(authScheme = "API_KEY", toolkit = "proven", baseUrl = provider.baseUrl): Promise<string> {
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme, credentials: { base_url: baseUrl } },
  });
  return body.auth_config.id;
}

async function newLink(config: string, more: object = {}): Promise<{ url: string; id: string }> {
  const { body } = await client.call("POST", "/connected_accounts/link", {
    auth_config_id: config,
    user_id: "ada",
    ...more,
  });
  return { url: body.redirect_url, id: body.connected_account_id };
}

const account = async (id: string) => (await client.call("GET", `/connected_accounts/${id}`)).body;
const create = async (config: string, authScheme: string, val: object, more: object = {}) =>
  client.call("POST", "/connected_accounts", {
    auth_config: { id: config },
    connection: { user_id: "ada", state: { authScheme, val } },
    ...more,
  });

/** What the page offers for "save anyway". */
const unprovenOf = (html: string): string => /name="unproven" value="([^"]+)"/.exec(html)?.[1] ?? "";

describe("the connect page", () => {
  it.each([
    ["API_KEY", "api_key", {}, "Proven does not accept this key."],
    ["BEARER_TOKEN", "token", {}, "Proven does not accept this token."],
    ["BASIC", "password", { username: "ada" }, "Proven does not accept these details."],
  ])(
    "%s: refuses a wrong secret at its field, and takes the right one by the same link",
    async (scheme, field, more, says) => {
      const { url, id } = await newLink(await newConfig(scheme), { callback_url: APP });
      const refused = await submit(url, { action: "connect", ...more, [field]: BAD });
      expect(refused.status).toBe(400);
      expect(refused.html).toContain(`<p class="wrong" id="field-${field}-error">${says}</p>`);
      expect(refused.html).toMatch(new RegExp(`<p class="alert" role="alert">${says} Check it and try again\\.`));
      expect(refused.html).toContain("Save anyway");
      expect(refused.html).not.toContain(BAD);
      expect(await account(id)).toMatchObject({ status: "INITIALIZING", current_user_info: null });
      const done = await submit(url, { action: "connect", ...more, [field]: KEY });
      expect(done.location).toBe(`${APP}?status=success&connected_account_id=${id}`);
      expect(await account(id)).toMatchObject({ status: "ACTIVE", current_user_info: ADA });
    },
  );

  it("saves a refused key anyway, without asking again and without typing it again", async () => {
    const { url, id } = await newLink(await newConfig());
    const refused = await submit(url, { action: "connect", api_key: BAD });
    const asked = provider.seen.length;
    const saved = await submit(url, { action: "anyway", api_key: "", unproven: unprovenOf(refused.html) });
    expect([saved.status, saved.html.includes("Your account is connected")]).toEqual([200, true]);
    expect(provider.seen.length).toBe(asked);
    const row = await requireAccount(client.projectId, id);
    expect(openAccountValues(client.projectId, id, row.credentials).api_key).toBe(BAD);
    expect(await account(id)).toMatchObject({ status: "ACTIVE", current_user_info: null });
    const events = await client.call("GET", `/internal/patchbay/connected_accounts/${id}/events`);
    expect(events.body.items[0]?.reason).toContain("without a check");
  });

  it("saves what was typed last, and takes sealed values of its own link only", async () => {
    const config = await newConfig();
    const [one, two] = [await newLink(config), await newLink(config)];
    const unproven = unprovenOf((await submit(one.url, { action: "connect", api_key: BAD })).html);
    const foreign = await submit(two.url, { action: "anyway", api_key: "", unproven });
    expect([foreign.status, foreign.html.includes("API key is required.")]).toEqual([400, true]);
    await submit(one.url, { action: "anyway", api_key: KEY, unproven });
    const row = await requireAccount(client.projectId, one.id);
    expect(openAccountValues(client.projectId, one.id, row.credentials).api_key).toBe(KEY);
  });

  it("says so when the provider is away, or answers with an error, and saves anyway", async () => {
    const away = await newLink(await newConfig("API_KEY", "proven", "http://127.0.0.1:9"));
    const unreached = await submit(away.url, { action: "connect", api_key: KEY });
    expect(unreached.html).toContain("We could not ask Proven whether this is right. Try again, or save it anyway");
    expect(unreached.html).not.toContain(' aria-invalid="true"');
    const saved = await submit(away.url, { action: "anyway", unproven: unprovenOf(unreached.html) });
    expect(saved.html).toContain("Your account is connected");
    provider.answer = json(500, { message: "Internal" });
    const broken = await newLink(await newConfig());
    const unclear = await submit(broken.url, { action: "connect", api_key: KEY });
    expect(unclear.html).toContain("Proven answered with an error (500), so we do not know whether this is right.");
    expect((await account(broken.id)).status).toBe("INITIALIZING");
  });

  it("accepts a key with few permissions, though nobody is known", async () => {
    provider.answer = json(403, { message: "This key may not read accounts" });
    const { url, id } = await newLink(await newConfig());
    await submit(url, { action: "connect", api_key: KEY });
    expect(await account(id)).toMatchObject({ status: "ACTIVE", current_user_info: null });
  });

  it("never shows what a provider answers as HTML", async () => {
    provider.answer = json(200, { name: "<img src=x onerror=alert(1)>\u202e", id: "<b>" });
    const { url, id } = await newLink(await newConfig());
    const done = await submit(url, { action: "connect", api_key: KEY });
    expect(done.html).not.toContain("onerror");
    expect((await account(id)).current_user_info).toEqual({ name: "<img src=x onerror=alert(1)>", id: "<b>" });
  });

  it("ends a link that was tried too often, and the app hears of it", async () => {
    const { url, id } = await newLink(await newConfig(), { callback_url: APP });
    for (let n = 0; n < 10; n++)
      expect((await submit(url, { action: "connect", api_key: `${BAD}${n}` })).status).toBe(400);
    const seen = provider.seen.length;
    const ended = await submit(url, { action: "connect", api_key: KEY });
    expect(ended.location).toContain("status=failed");
    expect(provider.seen.length).toBe(seen);
    expect((await account(id)).status).toBe("FAILED");
    expect((await visit(url)).status).toBe(410);
  });

  it("does a form that is sent twice at once only once, and answers both", async () => {
    let answer = () => {};
    provider.answer = (request, response) => {
      answer = () => honest(request, response);
    };
    const { url, id } = await newLink(await newConfig(), { callback_url: APP });
    const twice = [1, 2].map(() => submit(url, { action: "connect", api_key: KEY }));
    await expect.poll(() => provider.seen.length).toBe(1);
    // Both are on their way by the time the page of a third answers.
    await visit(url);
    answer();
    const back = `${APP}?status=success&connected_account_id=${id}`;
    expect((await Promise.all(twice)).map(({ location }) => location)).toEqual([back, back]);
    expect(provider.seen.length).toBe(1);
  });

  it("asks a GraphQL provider by POST", async () => {
    provider.answer = json(200, { data: { viewer: { id: "usr_1" } } });
    const { url, id } = await newLink(await newConfig("API_KEY", "graph"));
    await submit(url, { action: "connect", api_key: KEY });
    expect(provider.seen.map(({ method, url: at, body }) => [method, at, body])).toEqual([
      ["POST", "/graphql", '{"query":"{ viewer { id } }"}'],
    ]);
    expect((await account(id)).current_user_info).toMatchObject({ name: "usr_1" });
  });
});

describe("POST /connected_accounts", () => {
  it("400 with validate_credentials: names the field that the provider refuses, and keeps no account", async () => {
    const config = await newConfig();
    const refused = await create(config, "API_KEY", { api_key: BAD }, { validate_credentials: true });
    expect([refused.status, refused.body.error?.errors]).toEqual([
      400,
      ["connection.state.val.api_key: Proven does not accept it."],
    ]);
    expect(JSON.stringify(refused.body)).not.toContain(BAD);
    expect((await client.call("GET", `/connected_accounts?auth_config_ids=${config}`)).body.items).toEqual([]);
    const good = await create(config, "API_KEY", { api_key: KEY }, { validate_credentials: true });
    expect([good.status, (await account(good.body.id)).current_user_info]).toEqual([201, ADA]);
  });

  it("503 with validate_credentials while the provider is away; nothing is stored", async () => {
    const config = await newConfig("API_KEY", "proven", "http://127.0.0.1:9");
    const away = await create(config, "API_KEY", { api_key: KEY }, { validate_credentials: true });
    expect([away.status, away.body.error?.message]).toEqual([
      503,
      "Proven could not be reached, so the credentials were not checked. Nothing was stored.",
    ]);
    expect((await client.call("GET", `/connected_accounts?auth_config_ids=${config}`)).body.items).toEqual([]);
  });

  it("201 without it: stores what is sent, and asks nobody", async () => {
    const made = await create(await newConfig(), "API_KEY", { api_key: BAD });
    expect([made.status, made.body.status, provider.seen.length]).toEqual([201, "ACTIVE", 0]);
  });
});

describe("an account that is stored", () => {
  const stored = async (val: object = { api_key: KEY }) => (await create(await newConfig(), "API_KEY", val)).body.id;
  const check = async (id: string, by = client) =>
    by.call("POST", `/internal/patchbay/connected_accounts/${id}/check`, {});

  it("says whose it is when it is checked; a refusal stands in its history, and it stays as it is", async () => {
    const id = await stored();
    const { updatedAt } = await requireAccount(client.projectId, id);
    expect((await check(id)).body).toEqual({
      result: "accepted",
      message: "Proven accepts the credentials.",
      current_user_info: ADA,
    });
    const row = await requireAccount(client.projectId, id);
    expect([row.updatedAt, row.lastUsedAt]).toEqual([updatedAt, null]);
    provider.answer = json(401, {});
    expect((await check(id)).body).toMatchObject({ result: "refused", current_user_info: ADA });
    expect((await account(id)).status).toBe("ACTIVE");
    const { body } = await client.call("GET", `/internal/patchbay/connected_accounts/${id}/events`);
    expect(body.items[0]).toMatchObject({ reason: "Proven does not accept the credentials of this account." });
    expect((await check(id, stranger)).status).toBe(404);
  });

  it("is sealed in the database, listed for its project, and gone with a revocation and the account", async () => {
    const id = await stored();
    await check(id);
    const { rows } = await pool().query("SELECT * FROM connected_account WHERE id = $1", [id]);
    expect(JSON.stringify(rows)).not.toMatch(/Lovelace|ada@example/);
    const listed = await client.call("GET", `/connected_accounts?connected_account_ids=${id}`);
    expect(listed.body.items[0]).toMatchObject({ current_user_info: ADA });
    await client.call("POST", `/connected_accounts/${id}/revoke`, {});
    expect(await account(id)).toMatchObject({ status: "REVOKED", current_user_info: null });
    expect((await requireAccount(client.projectId, id)).currentUser).toBeNull();
  });

  it("belongs to nobody known once it has another key", async () => {
    const id = await stored();
    await check(id);
    await client.call("PATCH", `/connected_accounts/${id}`, { connection: { state: { val: { api_key: `${KEY}2` } } } });
    expect((await account(id)).current_user_info).toBeNull();
  });

  it("gets no person from an answer about credentials that it no longer has", async () => {
    const id = await stored();
    provider.answer = (request, response) => {
      void client
        .call("PATCH", `/connected_accounts/${id}`, { connection: { state: { val: { api_key: BAD } } } })
        .then(() => honest(request, response));
    };
    expect((await check(id)).body).toMatchObject({ result: "accepted", current_user_info: null });
  });

  it("gets a new link with validate_credentials when the provider refuses its key", async () => {
    const id = await stored();
    const refresh = async () =>
      (await client.call("POST", `/connected_accounts/${id}/refresh`, { validate_credentials: true })).body;
    expect(await refresh()).toMatchObject({ status: "ACTIVE", redirect_url: null });
    provider.answer = json(401, {});
    expect(await refresh()).toMatchObject({
      status: "ACTIVE",
      redirect_url: expect.stringContaining("/connect/ln_") as string,
    });
  });

  it("is found out by the job after a consent; a provider that is away fails nothing", async () => {
    const id = await stored();
    const job = { projectId: client.projectId, accountId: id };
    provider.answer = (_, response) => response.destroy();
    await askWho(job, ON);
    expect((await account(id)).current_user_info).toBeNull();
    provider.answer = honest;
    await askWho(job, ON);
    expect((await account(id)).current_user_info).toEqual(ADA);
    await db.connectedAccount.deleteMany({ where: { id } });
    await askWho(job, ON);
  });
});

/** Keys, tokens and passwords are proven when they are given. */
import { describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { moveClock } from "@/lib/kernel/time/clock";
import { door, submit, visit } from "@/test/clients/connect-api";
import {
  ADA,
  APP,
  BAD,
  KEY,
  account,
  client,
  create,
  honest,
  json,
  newConfig,
  newLink,
  provider,
} from "@/test/builders/proofs";
import { queryRows } from "@/test/setup/query-rows";
import { openAccountValues } from "../account-values";
import { endOpenWays } from "../accounts/connect-links";
import { expireIncompleteAccounts } from "../connect/expire-incomplete-accounts";
import { requireAccount } from "../accounts/accounts";

/** The address of the page that shows what came of a form. */
const answerOf = (url: string, number = 1): string => `${url}?answer=${number}`;

describe("the connect page", () => {
  it.each([
    ["API_KEY", "api_key", {}, "Proven didn’t accept this key."],
    ["BEARER_TOKEN", "token", {}, "Proven didn’t accept this token."],
    ["BASIC", "password", { username: "ada" }, "Proven didn’t accept these details."],
  ])(
    "%s: refuses a wrong secret at its field, and accepts the right one by the same link",
    async (scheme, field, more, says) => {
      const { url, id } = await newLink(await newConfig(scheme), { callback_url: APP });
      const refusal = await submit(url, { action: "connect", ...more, [field]: BAD });
      expect(refusal.status).toBe(200);
      expect(refusal.html).toContain(`<p class="wrong" id="field-${field}-error">${says}</p>`);
      expect(refusal.html).toMatch(new RegExp(`<p class="alert" role="alert">${says} Check it and try again\\.`));
      expect(refusal.html).toContain("Save anyway");
      expect(refusal.html).not.toContain(BAD);
      expect(await account(id)).toMatchObject({ status: "INITIALIZING", current_user_info: null });
      const done = await submit(url, { action: "connect", ...more, [field]: KEY });
      expect(done.location).toBe(`${APP}?status=success&connected_account_id=${id}`);
      expect(await account(id)).toMatchObject({ status: "ACTIVE", current_user_info: ADA });
    },
  );

  it("saves a refused key on request, without asking again and without typing it again", async () => {
    const { url, id } = await newLink(await newConfig());
    await submit(url, { action: "connect", api_key: BAD });
    const requestCount = provider.seen.length;
    const saved = await submit(answerOf(url), { action: "anyway", api_key: "" });
    expect([saved.status, saved.html.includes("account is connected to")]).toEqual([200, true]);
    expect(provider.seen.length).toBe(requestCount);
    const row = await requireAccount(client.projectId, id);
    expect(openAccountValues(client.projectId, id, row.credentials).api_key).toBe(BAD);
    expect(await account(id)).toMatchObject({ status: "ACTIVE", current_user_info: null });
    const events = await client.call("GET", `/internal/patchbay/connected_accounts/${id}/events`);
    expect(events.body.items[0]?.reason).toContain("without a check");
  });

  it("saves the last typed value, and keeps it only for its link, browser and last answer", async () => {
    const config = await newConfig();
    const [firstLink, two] = [await newLink(config), await newLink(config)];
    await submit(firstLink.url, { action: "connect", api_key: BAD });
    const other = { browser: new Map([["patchbay.connect", `br_${"b".repeat(32)}`]]) };
    for (const [url, tab] of [
      [answerOf(two.url), {}],
      [firstLink.url, {}],
      [answerOf(firstLink.url, 7), {}],
      [answerOf(firstLink.url), other],
    ] as const) {
      const foreign = await submit(url, { action: "anyway", api_key: "" }, undefined, tab);
      expect([url, foreign.html.includes("API key is required.")]).toEqual([url, true]);
      await submit(firstLink.url, { action: "connect", api_key: BAD });
    }
    const last = answerOf(firstLink.url, 8);
    const seenByOther = await visit(last, other);
    expect(seenByOther.html).toContain("Proven didn’t accept this key.");
    expect(seenByOther.html).not.toMatch(/Save anyway|••••/);
    expect((await visit(last)).html).toMatch(/Save anyway[^]*/);
    await submit(last, { action: "anyway", api_key: KEY });
    const row = await requireAccount(client.projectId, firstLink.id);
    expect(openAccountValues(client.projectId, firstLink.id, row.credentials).api_key).toBe(KEY);
  });

  it("reports an unreachable or failing provider, and saves on request", async () => {
    const away = await newLink(await newConfig("API_KEY", "proven", "http://127.0.0.1:9"));
    const unreached = await submit(away.url, { action: "connect", api_key: KEY });
    expect(unreached.html).toContain("We couldn’t verify this with Proven. Try again, or save it anyway");
    expect(unreached.html).not.toContain(' aria-invalid="true"');
    const saved = await submit(answerOf(away.url), { action: "anyway" });
    expect(saved.html).toContain("account is connected to");
    provider.answer = json(500, { message: "Internal" });
    const broken = await newLink(await newConfig());
    const unclear = await submit(broken.url, { action: "connect", api_key: KEY });
    expect(unclear.html).toContain("Proven responded with an error (500), so we couldn’t verify this.");
    expect((await account(broken.id)).status).toBe("INITIALIZING");
    const requestCount = provider.seen.length;
    await submit(answerOf(broken.url), { action: "connect", api_key: "" });
    expect(provider.seen.length, "asked again without typing the key again").toBe(requestCount + 1);
  });

  it("accepts a key with few permissions, although its owner is unknown", async () => {
    provider.answer = json(403, { message: "This key may not read accounts" });
    const { url, id } = await newLink(await newConfig());
    await submit(url, { action: "connect", api_key: KEY });
    expect(await account(id)).toMatchObject({ status: "ACTIVE", current_user_info: null });
  });

  it("shows a form's result at its own address; loading that again asks nothing and uses up no try", async () => {
    const { url, id } = await newLink(await newConfig());
    const browser = new Map<string, string>();
    const request = new Request(url, {
      method: "POST",
      body: new URLSearchParams({ action: "connect", api_key: BAD }),
      headers: { origin: "http://localhost:3000" },
    });
    const { status, headers } = await door.fetch(request);
    expect([status, headers.get("location")]).toEqual([303, `${new URL(url).pathname}?answer=1&lang=en`]);
    browser.set("patchbay.connect", /patchbay\.connect=(\w+)/.exec(headers.get("set-cookie") ?? "")?.[1] ?? "");
    const requestCount = provider.seen.length;
    for (let n = 0; n < 12; n++) {
      const page = await visit(answerOf(url), { browser });
      expect([page.status, page.html.includes("Save anyway"), page.html.includes(BAD)]).toEqual([200, true, false]);
      expect((await visit(`${answerOf(url)}&lang=de`, { browser })).html).toContain(
        "hat diesen Schlüssel nicht akzeptiert",
      );
    }
    expect(provider.seen.length).toBe(requestCount);
    expect((await visit(url, { browser })).html).not.toContain("Save anyway");
    const canceled = await submit(url, { action: "cancel" }, undefined, { browser });
    expect([canceled.status, canceled.html.includes("You canceled.")]).toEqual([200, true]);
    await submit(url, { action: "connect", api_key: KEY }, undefined, { browser });
    for (let n = 0; n < 2; n++)
      for (const page of [answerOf(url, 3), url])
        expect((await visit(page, { browser })).html).toContain("account is connected to");
    for (const foreign of [answerOf(url, 3), url])
      expect((await visit(foreign)).html).toContain("This link has already been used");
    expect((await account(id)).status).toBe("ACTIVE");
    expect(JSON.stringify(await queryRows("test.links", "SELECT * FROM link_session", []))).not.toMatch(
      `${BAD}|${KEY}`,
    );
  });

  it("deletes typed values when the link expires, and when the account connects in another way", async () => {
    const answers = (id: string) =>
      queryRows("test.answers", "SELECT answer FROM link_session WHERE account_id = $1", [id]);
    const { url, id } = await newLink(await newConfig());
    await submit(url, { action: "connect", api_key: BAD });
    expect(await answers(id)).toEqual([{ answer: expect.any(String) as string }]);
    const restore = moveClock(601_000);
    await expireIncompleteAccounts();
    restore();
    expect(await answers(id)).toEqual([{ answer: null }]);
    const other = await newLink(await newConfig());
    await submit(other.url, { action: "connect", api_key: BAD });
    await db.$transaction((tx) => endOpenWays(tx, client.projectId, other.id));
    expect(await answers(other.id)).toEqual([{ answer: null }]);
  });

  it("never shows the answer of a provider as HTML", async () => {
    provider.answer = json(200, { name: "<img src=x onerror=alert(1)>\u202e", id: "<b>" });
    const { url, id } = await newLink(await newConfig());
    const done = await submit(url, { action: "connect", api_key: KEY });
    expect(done.html).toContain('<p class="account">&lt;img src=x onerror=alert(1)&gt;</p>');
    expect(done.html).not.toContain("<img src=x");
    expect((await account(id)).current_user_info).toEqual({ name: "<img src=x onerror=alert(1)>", id: "<b>" });
  });

  it("ends a link after too many tries, and the app learns it", async () => {
    const { url, id } = await newLink(await newConfig(), { callback_url: APP });
    for (let n = 0; n < 10; n++)
      expect((await submit(url, { action: "connect", api_key: `${BAD}${n}` })).html).toContain(
        "didn’t accept this key",
      );
    const requestCount = provider.seen.length;
    const lastVisit = await submit(url, { action: "connect", api_key: KEY });
    expect(lastVisit.location).toContain("status=failed");
    expect(provider.seen.length).toBe(requestCount);
    expect((await account(id)).status).toBe("FAILED");
    expect((await visit(url)).status).toBe(410);
  });

  it("processes a form that is sent twice at once only once, and answers both", async () => {
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
    expect(provider.seen.map(({ method, url: path, body }) => [method, path, body])).toEqual([
      ["POST", "/graphql", '{"query":"{ viewer { id } }"}'],
    ]);
    expect((await account(id)).current_user_info).toMatchObject({ name: "usr_1" });
  });
});

describe("POST /connected_accounts", () => {
  it("returns 400 with validate_credentials, names the refused field, and keeps no account", async () => {
    const config = await newConfig();
    const response = await create(config, "API_KEY", { api_key: BAD }, { validate_credentials: true });
    expect([response.status, response.body.error?.errors]).toEqual([
      400,
      ["connection.state.val.api_key: Proven does not accept it."],
    ]);
    expect(JSON.stringify(response.body)).not.toContain(BAD);
    expect((await client.call("GET", `/connected_accounts?auth_config_ids=${config}`)).body.items).toEqual([]);
    const good = await create(config, "API_KEY", { api_key: KEY }, { validate_credentials: true });
    expect([good.status, (await account(good.body.id)).current_user_info]).toEqual([201, ADA]);
  });

  it("returns 503 with validate_credentials if the provider is unreachable, and stores nothing", async () => {
    const config = await newConfig("API_KEY", "proven", "http://127.0.0.1:9");
    const away = await create(config, "API_KEY", { api_key: KEY }, { validate_credentials: true });
    expect([away.status, away.body.error?.message]).toEqual([
      503,
      "Proven could not be reached, so the credentials were not checked. Nothing was stored.",
    ]);
    expect((await client.call("GET", `/connected_accounts?auth_config_ids=${config}`)).body.items).toEqual([]);
  });

  it("returns 201 without validate_credentials, stores the credentials, and asks nobody", async () => {
    const response = await create(await newConfig(), "API_KEY", { api_key: BAD });
    expect([response.status, response.body.status, provider.seen.length]).toEqual([201, "ACTIVE", 0]);
  });
});

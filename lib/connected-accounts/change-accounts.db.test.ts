/** Changes of accounts, the page on which a person types a key, and how unfinished connections end. */
import { describe, expect, it } from "vitest";
import { moveClock } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { submit, visit } from "@/test/clients/connect-api";
import { expireIncompleteAccounts } from "./connect/expire-incomplete-accounts";
import { client, keyed, KEY, connect, get, openValues } from "@/test/builders/accounts";

describe("changes", () => {
  it("PATCH replaces a key in place, keeps a masked one, and sets and removes the alias (200)", async () => {
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

  it("PATCH moves a key to another address only if it is sent (200), not masked or left out (400)", async () => {
    const { id } = await connect("moved");
    const before = (await openValues("moved")).values;
    const move = (val: object) => client.call("PATCH", `/connected_accounts/${id}`, { connection: { state: { val } } });
    const base_url = "http://127.0.0.1:9/evil";
    for (const val of [{ base_url }, { base_url, api_key: "plan..." }, { base_url, api_key: "" }]) {
      const { status, body } = await move(val);
      expect([status, body.error?.message]).toEqual([
        400,
        expect.stringMatching(/^connection\.state\.val\.api_key: .*127\.0\.0\.1:9\.$/),
      ]);
    }
    expect((await openValues("moved")).values).toEqual(before);
    expect((await move({ base_url, api_key: "a-new-key-4567890" })).status).toBe(200);
  });

  it("a list has every filter, both directions, and pages", async () => {
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

  it("loads only its style, is never stored or framed, and names the app", async () => {
    const page = await visit((await link()).redirect_url);
    expect(page.headers.get("content-security-policy")).toMatch(
      new RegExp(
        "^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'[^;]*; " +
          "form-action 'self' https:; frame-ancestors 'none'; base-uri 'none'$",
      ),
    );
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    expect(page.html).not.toMatch(/<script|\son\w+=/i);
    expect(page.html).toMatch(/wants to access your Keyed account/);
  });

  it("still works after being opened, and ends after a cancellation, which the app learns", async () => {
    const { redirect_url: url, connected_account_id: id } = await link();
    for (let i = 0; i < 3; i++) expect((await visit(url)).status).toBe(200);
    expect((await submit(url, { action: "cancel" })).location).toBe(
      `https://app.example/back?status=failed&connected_account_id=${id}&error=access_denied&error_description=You%20canceled.`,
    );
    expect((await get(id)).body).toMatchObject({ status: "FAILED" });
    expect((await visit(url)).status).toBe(410);
  });

  it("stores one of two forms that are sent at the same time", async () => {
    const { redirect_url: url } = await link();
    const answers = await Promise.all(
      [1, 2, 3].map((n) => submit(url, { action: "connect", subdomain: `s${n}`, api_key: KEY })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410]);
  });

  it("refuses a form of another site (403)", async () => {
    const { redirect_url: url } = await link();
    for (const origin of ["https://evil.example", "null", null])
      expect((await submit(url, { action: "connect", subdomain: "a", api_key: KEY }, origin)).status).toBe(403);
  });

  it("returns 410 for an expired link and 404 for an unknown one, without details", async () => {
    const { redirect_url: url } = await link();
    const restore = moveClock(601_000);
    const late = await submit(url, { action: "connect", subdomain: "a", api_key: KEY });
    restore();
    expect([late.status, (await visit(`${url}x`)).status]).toEqual([410, 404]);
    expect(late.html).not.toContain("Keyed");
  });

  it("escapes all names that people choose", async () => {
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
  await db.linkSession.updateMany({ where: { accountId: waiting.id }, data: { expiresAt: new Date() } });
  const open = await connect("open", {});
  await db.connectedAccount.update({ where: { id: open.id }, data: { updatedAt: new Date(Date.now() - 700_000) } });
  const fresh = await connect("fresh", {});
  await expireIncompleteAccounts();
  const statuses = await Promise.all([active, waiting, open, fresh].map(async ({ id }) => (await get(id)).body.status));
  expect(statuses).toEqual(["ACTIVE", "EXPIRED", "INITIATED", "INITIATED"]);
  expect((await get(waiting.id)).body.status_reason).toMatch(/in time/);
});

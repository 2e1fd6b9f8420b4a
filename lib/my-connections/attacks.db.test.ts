/**
 * What an attacker tries at the page of connections: other sites' forms, planted cookies, forged hosts, caches and
 * referrers.
 */
import { expect, it } from "vitest";
import { door, submit, visit } from "@/test/clients/connect-api";
import { HERE, leave, linkTo, LIST, list, visitConnection, press, signedIn } from "@/test/clients/my-connections";
import { client, imported, newConfig, readAccount } from "@/test/builders/revocation";

const withKey = async (userId: string) =>
  imported(await newConfig("keyed", "API_KEY", {}), userId, {
    subdomain: "acme",
    api_key: "planted-api-key-0123456789",
  });

it.each([null, "null", "https://evil.example", "http://localhost:3000.evil.example"])(
  "403: a form of the origin %s changes nothing",
  async (origin) => {
    const id = await withKey("ada");
    const browser = await signedIn(client, "ada");
    for (const action of ["disconnect", "reconnect"])
      expect((await submit(`${LIST}/${id}`, { action }, origin, { browser })).status).toBe(403);
    expect((await submit(LIST, { action: "sign_out" }, origin, { browser })).status).toBe(403);
    expect((await readAccount(id)).status).toBe("ACTIVE");
    expect((await list(browser)).status).toBe(200);
  },
);

it("reading changes nothing, whatever the address says", async () => {
  const id = await withKey("reader");
  const browser = await signedIn(client, "reader");
  const before = await readAccount(id);
  for (const query of ["", "?action=disconnect", "?action=reconnect", "?action=sign_out", "?lang=de"]) {
    expect((await list(browser, query)).status).toBe(200);
    expect((await visitConnection(browser, id, query)).status).toBe(200);
  }
  expect(await readAccount(id)).toEqual(before);
  for (const action of ["", "delete", "__proto__", "constructor"])
    expect(await press(browser, id, action)).toMatchObject({ status: 303, location: "/my/connections" });
  expect(await readAccount(id)).toEqual(before);
});

it("a cookie that was planted before the sign-in stands for nobody afterwards", async () => {
  const planted = `sib_${"A".repeat(32)}`;
  const browser = new Map([["patchbay.user", planted]]);
  await submit(await linkTo(client, "victim"), {}, HERE, { browser });
  expect(browser.get("patchbay.user")).not.toBe(planted);
  expect((await list(new Map([["patchbay.user", planted]]))).status).toBe(401);
  for (const value of ["", "sib_", "x".repeat(5_000), "sib_%00", "null"])
    expect((await list(new Map([["patchbay.user", value]]))).status).toBe(401);
});

it("is kept by no cache, sent to nobody as a referrer, shown in no frame, and runs no script", async () => {
  const id = await withKey("headers");
  const browser = await signedIn(client, "headers");
  for (const { headers, html } of [
    await list(browser),
    await visitConnection(browser, id),
    await press(browser, id, "disconnect"),
    await visitConnection(browser, "ca_nobodys"),
    await list(new Map()),
    await leave(browser),
  ]) {
    expect([headers.get("cache-control"), headers.get("referrer-policy"), headers.get("x-frame-options")]).toEqual([
      "no-store",
      "same-origin",
      "DENY",
    ]);
    const policy = headers.get("content-security-policy") ?? "";
    for (const part of ["default-src 'none'", "form-action 'self';", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toContain("script-src");
    expect(html).not.toMatch(/<script| style="| on\w+=/);
  }
});

it("writes no host that the request claims into a page, and keeps the cookie from scripts and other sites", async () => {
  await withKey("hosted");
  const link = await linkTo(client, "hosted");
  const signIn = await door.fetch(new Request(link, { method: "POST", headers: { origin: HERE } }));
  expect(signIn.headers.get("set-cookie")).toMatch(
    /^patchbay\.user=sib_\w+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const cookie = (signIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const page = await door.fetch(
    new Request("http://evil.example/my/connections", { headers: { cookie, "x-forwarded-host": "evil.example" } }),
  );
  expect(page.status).toBe(200);
  expect(await page.text()).not.toContain("evil.example");
});

it("shows whatever names an account has as text", async () => {
  const id = await withKey("<b>user</b>");
  await client.call("PATCH", `/connected_accounts/${id}`, { alias: '"><script>alert(1)</script>' });
  const browser = await signedIn(client, "<b>user</b>");
  for (const { html } of [
    await list(browser),
    await visitConnection(browser, id),
    await visit(await linkTo(client, "<b>user</b>")),
  ]) {
    expect(html).not.toMatch(/<script|<b>user/);
    expect(html).toMatch(/&lt;(script|b)&gt;/);
  }
});

/** The return from a provider: only in the browser that left, in its language, and only to the opener's origin. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { updateProjectConfig } from "@/lib/access/projects/projects";
import { type Body, type Browser, type Client, newClient, submit, visit } from "@/test/clients/connect-api";
import {
  CALLBACK,
  type Emulated,
  GITHUB_LOGIN,
  credentialsFor,
  giveConsent,
  installConnectToolkits,
  startProviders,
} from "@/test/servers/oauth-providers";

let providers: Emulated;
let client: Client;
let github: string;
let keyed: string;

beforeAll(async () => {
  await installConnectToolkits();
  providers = await startProviders();
  client = await newClient();
  const make = async (toolkit: string, config: object) =>
    (
      await client.call("POST", "/auth_configs", {
        toolkit: { slug: toolkit },
        auth_config: { type: "use_custom_auth", ...config },
      })
    ).body.auth_config.id;
  github = await make("github", { authScheme: "OAUTH2", credentials: credentialsFor(providers).github });
  keyed = await make("keyed", { authScheme: "API_KEY" });
});
afterAll(() => {
  providers.stop();
});

const APP = "https://app.example:8443/done";
const link = async (config: string, more: object = {}): Promise<Body> =>
  (
    await client.call("POST", "/connected_accounts/link", {
      auth_config_id: config,
      user_id: "ada",
      callback_url: APP,
      ...more,
    })
  ).body;
const account = async (id: string): Promise<Body> => (await client.call("GET", `/connected_accounts/${id}`)).body;
const messageIn = (html: string): unknown =>
  JSON.parse((/data-message="([^"]*)"/.exec(html)?.[1] ?? "null").replaceAll("&quot;", '"'));
const originIn = (html: string): string | undefined => /data-origin="([^"]*)"/.exec(html)?.[1];

describe("the browser", () => {
  it("cannot finish a consent that it did not begin (403), and nothing is connected", async () => {
    const [mine, other]: [Browser, Browser] = [new Map(), new Map()];
    const connection = await link(github);
    const left = await submit(connection.redirect_url, { action: "connect" }, undefined, { browser: mine });
    expect(left.headers.get("set-cookie")).toMatch(
      /^patchbay\.connect=br_\w{32}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const back = await giveConsent(left.location ?? "", GITHUB_LOGIN);
    const refusal = await visit(back, { browser: other });
    expect([refusal.status, refusal.location]).toEqual([403, null]);
    expect(refusal.html).toContain("This sign-in needs cookies");
    expect(refusal.html).toContain(
      "Allow cookies for localhost:3000. Then return to the app and try again in this browser.",
    );
    expect(await account(connection.connected_account_id)).toMatchObject({
      status: "FAILED",
      status_reason: expect.stringContaining("cookies are blocked there, or it is another browser") as string,
    });
    expect((await visit(back, { browser: mine })).status).toBe(400); // the state is used up
  });

  it("gets 403 in its language if it keeps no cookies, and connects once it keeps them", async () => {
    const tab = () => ({ browser: new Map<string, string>() });
    const german = (url: string) => url.replace(/(\?|$)/, "?lang=de&");
    const left = await submit(german((await link(github)).redirect_url), { action: "connect" }, undefined, tab());
    const refusal = await visit(await giveConsent(left.location ?? "", GITHUB_LOGIN), tab());
    expect([refusal.status, refusal.html.includes("Erlauben Sie Cookies für localhost:3000.")]).toEqual([403, true]);
    const [again, keeping] = [await link(github), tab()];
    const back = await giveConsent(
      (await submit(again.redirect_url, { action: "connect" }, undefined, keeping)).location ?? "",
      GITHUB_LOGIN,
    );
    expect((await visit(back, keeping)).location).toContain("status=success");
  });

  it("gets 403 with a cookie of its own, also for links that go straight to the provider", async () => {
    const [mine, other]: [Browser, Browser] = [new Map(), new Map([["patchbay.connect", `br_${"a".repeat(32)}`]])];
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: github },
      connection: { user_id: "eve", callback_url: APP },
    });
    const left = await visit(body.redirect_url, { browser: mine });
    const refusal = await visit(await giveConsent(left.location ?? "", GITHUB_LOGIN), { browser: other });
    expect([refusal.status, refusal.html.includes("This sign-in started in another browser")]).toEqual([403, true]);
    const again = await visit((await link(github)).redirect_url, { browser: mine });
    expect(again.status).toBe(200);
    expect(mine.size).toBe(1);
  });

  it("continues several consents at the same time with one cookie", async () => {
    const mine: Browser = new Map();
    const [firstLink, two] = [await link(github), await link(github)];
    const first = await submit(firstLink.redirect_url, { action: "connect" }, undefined, { browser: mine });
    const second = await submit(two.redirect_url, { action: "connect" }, undefined, { browser: mine });
    for (const left of [second, first])
      expect((await visit(await giveConsent(left.location ?? "", GITHUB_LOGIN), { browser: mine })).location).toContain(
        "status=success",
      );
  });
});

describe("the language", () => {
  it("is the browser's or the person's choice, and stays after the provider's pages", async () => {
    const connection = await link(github, { callback_url: undefined });
    expect(
      (await visit(connection.redirect_url, { headers: { "accept-language": "fr-CH, fr;q=0.9" } })).html,
    ).toContain("Continuer vers GitHub");
    const left = await submit(`${connection.redirect_url}?lang=ja`, { action: "connect" });
    const end = await visit(await giveConsent(left.location ?? "", GITHUB_LOGIN), {
      headers: { "accept-language": "fr" },
    });
    expect(end.html).toContain('<html lang="ja">');
    expect(end.html).toContain("に接続しました");
  });

  it("applies to errors of fields, used and unknown links, but not to the provider's words", async () => {
    const connection = await link(keyed, { callback_url: undefined });
    const german = { headers: { "accept-language": "de" } };
    const wrong = await submit(connection.redirect_url, { action: "connect", subdomain: "x" }, undefined, german);
    expect(wrong.status).toBe(200);
    expect(wrong.html).toContain("API-Schlüssel fehlt noch.");
    expect(wrong.html).toContain('<span lang="en">What subdomain is</span>');
    expect(
      (await submit(connection.redirect_url, { action: "connect", subdomain: "x", api_key: "k" }, undefined, german))
        .html,
    ).toContain("-Konto ist mit");
    const another = { ...german, browser: new Map<string, string>() };
    expect((await visit(connection.redirect_url, another)).html).toContain("Dieser Link wurde bereits verwendet");
    expect((await visit("http://localhost:3000/connect/ln_unknown", german)).html).toContain(
      "Dieser Link funktioniert nicht",
    );
  });
});

describe("a person who ends on our page", () => {
  const LOOK = { displayName: "Acme Shop", logoUrl: "https://acme.example/logo.png", accentColor: "#00aa55" };
  const hrefOf = (html: string): string =>
    /<a class="go" href="([^"]+)">Try again</.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";

  it("sees the app's name and logo, and continues with the same link after a refusal or cancellation", async () => {
    await updateProjectConfig(client.projectId, LOOK);
    const mine: { browser: Browser } = { browser: new Map() };
    const connection = await link(github, { callback_url: undefined });
    const canceled = await submit(connection.redirect_url, { action: "cancel" }, undefined, mine);
    const first = new URL(hrefOf(canceled.html), connection.redirect_url).href;
    const left = await submit(first, { action: "connect" }, undefined, mine);
    // The consent is still open.
    expect((await visit(connection.redirect_url)).html).toContain("This link has already been used");
    const state = new URL(left.location ?? "").searchParams.get("state") ?? "";
    const denied = await visit(`${CALLBACK}?error=access_denied&error_description=SECRET_CODE&state=${state}`, mine);
    expect(denied.html).toContain("You didn’t allow access.");
    expect(denied.html).not.toContain("SECRET_CODE");
    expect((await account(connection.connected_account_id)).status).toBe("FAILED");
    const again = await submit(
      new URL(hrefOf(denied.html), connection.redirect_url).href,
      { action: "connect" },
      undefined,
      mine,
    );
    const done = await visit(await giveConsent(again.location ?? "", GITHUB_LOGIN), mine);
    expect((await account(connection.connected_account_id)).status).toBe("ACTIVE");
    for (const { html } of [canceled, denied, done, await visit(connection.redirect_url)])
      expect([html.includes("Acme Shop"), html.includes(LOOK.logoUrl), html.includes("#00aa55")]).toEqual([
        true,
        true,
        true,
      ]);
    expect((await visit(`${CALLBACK}?error=access_denied&state=${state}`, mine)).html).not.toContain("Try again");
    expect((await visit(connection.redirect_url)).html).toContain("This link has already been used");
  });
});

describe("a popup", () => {
  it("reports its end only to the origin of the callback address", async () => {
    const connection = await link(github);
    const left = await submit(`${connection.redirect_url}?popup=1&origin=https://evil.example`, { action: "connect" });
    const end = await visit(await giveConsent(left.location ?? "", GITHUB_LOGIN));
    expect([end.status, end.location]).toEqual([200, null]);
    expect(originIn(end.html)).toBe("https://app.example:8443");
    expect(messageIn(end.html)).toEqual({
      type: "patchbay.connection",
      status: "success",
      connected_account_id: connection.connected_account_id,
    });
    expect(end.html).not.toContain("evil.example");
    expect(end.headers.get("content-security-policy")).toMatch(/script-src 'sha256-[A-Za-z0-9+/=]+'/);
    expect(end.headers.get("cross-origin-opener-policy")).toBe("unsafe-none");
  });

  it("reports to the origin that the link names; anything but an origin is a 400", async () => {
    const connection = await link(keyed, { opener_origin: "https://shop.example" });
    const end = await submit(`${connection.redirect_url}?popup=1`, { action: "connect", subdomain: "x", api_key: "k" });
    expect(originIn(end.html)).toBe("https://shop.example");
    for (const origin of ["*", "null", "https://shop.example/path", "javascript:alert(1)", "https://u:p@shop.example"])
      expect(
        (
          await client.call("POST", "/connected_accounts/link", {
            auth_config_id: keyed,
            user_id: "ada",
            opener_origin: origin,
          })
        ).status,
      ).toBe(400);
  });

  it("ends like any page without an allowed origin", async () => {
    const connection = await link(keyed, { callback_url: undefined });
    const end = await submit(`${connection.redirect_url}?popup=1`, { action: "connect", subdomain: "x", api_key: "k" });
    expect(end.html).not.toMatch(/postMessage|data-message/);
    expect(end.html).toContain("account is connected to");
  });

  it("reports a cancellation too", async () => {
    const connection = await link(keyed);
    const end = await submit(`${connection.redirect_url}?popup=1&lang=es`, { action: "cancel" });
    expect(messageIn(end.html)).toMatchObject({ status: "failed", error: "access_denied" });
    expect(end.html).toContain("Has cancelado.");
  });
});

/** Links that need nothing but a consent: no other site can make a browser begin one. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { type Body, type Client, CLICK_HERE, goOn, newClient, submit, visit } from "@/test/clients/connect-api";
import { type OAuthServer, startOAuthServer } from "@/test/servers/oauth-server.mjs";
import { CALLBACK, giveConsent, installConnectToolkits } from "@/test/servers/oauth-providers";

let client: Client;
let server: OAuthServer;
let config: string;

beforeAll(async () => {
  await installConnectToolkits();
  [client, server] = [await newClient(), await startOAuthServer({ redirectUri: CALLBACK, accessTokenSeconds: 600 })];
  const response = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "strict" },
    auth_config: { type: "use_custom_auth", authScheme: "OAUTH2", credentials: server.credentials },
  });
  config = response.body.auth_config.id;
});
afterAll(() => server.stop());

const begin = async (more: object = {}): Promise<Body> =>
  (
    await client.call("POST", "/connected_accounts", {
      auth_config: { id: config },
      connection: { user_id: "ada", ...more },
    })
  ).body;
const account = async (id: string): Promise<Body> => (await client.call("GET", `/connected_accounts/${id}`)).body;
const consents = (accountId: string) => db.oauthState.count({ where: { accountId } });

describe("GET /connect/{token} of a link that needs nothing but consent", () => {
  it.each([
    ["of another site", { "sec-fetch-site": "cross-site", "sec-fetch-user": "?1" }],
    ["of another host of the site", { "sec-fetch-site": "same-site", "sec-fetch-user": "?1" }],
    ["of a mail program or typed", { "sec-fetch-site": "none", "sec-fetch-user": "?1" }],
    ["of a browser that does not say whose it is", {}],
    ["of a script on a page of ours", { "sec-fetch-site": "same-origin" }],
  ])("shows the page (200) for an opening %s, and begins nothing", async (_, headers) => {
    const connection = await begin();
    const page = await visit(connection.redirect_url, { browser: new Map(), headers });
    expect([page.status, page.location, page.headers.get("set-cookie")]).toEqual([200, null, null]);
    expect(page.html).toContain("Continue to Strict");
    expect(page.html).not.toContain("<input");
    expect(await consents(connection.id)).toBe(0);
  });

  it("does not continue from the end of another connection (200)", async () => {
    const lure = await begin();
    const connection = await begin({ callback_url: lure.redirect_url });
    const end = await submit(connection.redirect_url, { action: "cancel" });
    expect(end.location).toContain(lure.redirect_url);
    expect((await visit(end.location ?? "", { headers: CLICK_HERE })).status).toBe(200);
    expect(await consents(lure.id)).toBe(0);
  });

  it("redirects at once after a click on our own page (303)", async () => {
    const connection = await begin();
    const { status, location } = await visit(connection.redirect_url, { headers: CLICK_HERE });
    expect([status, new URL(location ?? "").origin]).toEqual([303, new URL(server.url).origin]);
  });
});

describe("the one click", () => {
  it("redirects to the provider and back (303), and works again until the link expires", async () => {
    const connection = await begin({ callback_url: "https://app.example/done" });
    const first = await goOn(connection.redirect_url);
    const second = await goOn(connection.redirect_url);
    expect([first.status, second.status]).toEqual([303, 303]);
    const back = await visit(await giveConsent(second.location ?? "", "ada"));
    expect(back.location).toContain("status=success");
    expect((await account(connection.id)).status).toBe("ACTIVE");
    expect((await goOn(connection.redirect_url)).html).toContain("has already been used");
  });

  it("cannot come from another site's form (403)", async () => {
    const connection = await begin();
    for (const origin of ["https://evil.example", null])
      expect((await submit(connection.redirect_url, { action: "connect" }, origin)).status).toBe(403);
    expect(await consents(connection.id)).toBe(0);
  });

  it("ends the link after a cancellation (303), which the app learns", async () => {
    const connection = await begin({ callback_url: "https://app.example/done" });
    expect((await submit(connection.redirect_url, { action: "cancel" })).location).toContain("error=access_denied");
    expect((await account(connection.id)).status).toBe("FAILED");
    expect((await visit(connection.redirect_url)).html).toContain("has already been used");
  });
});

/** Values discovered at a provider after a sign-in: the site of a connection, and the lifetime of its token. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { moveClock } from "@/lib/kernel/time/clock";
import { submit, visit } from "@/test/clients/connect-api";
import { ON } from "@/test/builders/origin";
import {
  accountOf,
  again,
  asksForSites,
  client,
  configOf,
  consent,
  historyOf,
  newLink,
  provider,
  resetPlaces,
  siteList,
  startPlaces,
  storedValues,
  tells,
  tellsByToken,
  toCallback,
} from "@/test/servers/places-provider";
import { requireResolved } from "./accounts/accounts";
import { linkAgain } from "./connect/reconnect";
import { openCredentials } from "./credentials/open-credentials";

const [FIRST_SITE, TWO] = [
  { id: "s-1", url: "https://one.example" },
  { id: "s-2", url: "https://two.example" },
];
const change = (id: string, val: object) =>
  client.call("PATCH", `/connected_accounts/${id}`, { connection: { state: { authScheme: "OAUTH2", val } } });

beforeAll(startPlaces);
beforeEach(resetPlaces);
afterAll(() => provider.close());

describe("a consent", () => {
  it("does not ask for its site, which the provider returns for the new token", async () => {
    const link = await newLink("places");
    expect((await visit(link.redirect_url)).html).not.toContain("The site");
    await visit(await toCallback(link.redirect_url, "c1"));
    const { status, state } = await accountOf(link.connected_account_id);
    expect([status, state.val.site, state.val.discovered]).toEqual(["ACTIVE", "s-1", undefined]);
    expect(asksForSites().map(({ method, headers }) => [method, headers.authorization])).toEqual([
      ["GET", "Bearer token-c1"],
    ]);
    expect((await historyOf(link.connected_account_id))[0]).toBe("Connected. The site is https://one.example: s-1.");
  });

  it("uses the site of the request, and asks nobody", async () => {
    const { state } = await consent("places", { connection_data: { site: "given" } });
    expect([state.val.site, asksForSites()]).toEqual(["given", []]);
    expect((await again((await consent("places", { connection_data: { site: "given" } })).id)).state.val.site).toBe(
      "given",
    );
  });

  it("uses the first of several sites and reports it, and keeps a chosen one while it exists", async () => {
    tells(siteList(FIRST_SITE, TWO, { id: "s-3", url: "https://other.example", scopes: ["read:pages"] }));
    const { id, state } = await consent("places");
    expect(state.val.site).toBe("s-1");
    expect((await historyOf(id))[0]).toBe(
      "Connected. The site is https://one.example: s-1. The person gave access to others too: https://two.example: s-2.",
    );
    expect((await change(id, { site: "s-2" })).status).toBe(200);
    expect((await accountOf(id)).state.val.site).toBe("s-2");
    expect((await again(id)).state.val.site).toBe("s-2");
    tells(siteList(FIRST_SITE));
    expect((await again(id)).state.val.site).toBe("s-1");
  });

  it("has the site of its own token when two consents end at the same time", async () => {
    tellsByToken();
    const { id } = await consent("places");
    const { url } = await linkAgain(client.projectId, id);
    const ways = [await toCallback(url, "a"), await toCallback(url, "b")];
    const ends = await Promise.all(ways.map((way) => visit(way)));
    expect(ends.map(({ status }) => status)).toEqual([200, 200]);
    const { access_token: token = "", site } = await storedValues(id);
    expect(["token-a", "token-b"]).toContain(token);
    expect(site).toBe(token.replace("token-", "site-"));
  });

  it.each([
    ["has no site", [siteList()], "the person gave access to no site that can be used.", 1],
    [
      "has sites of other products only",
      [siteList({ ...FIRST_SITE, scopes: ["read:pages"] })],
      "no site that can be used",
      1,
    ],
    [
      "has an ID that would lead elsewhere",
      [siteList({ ...FIRST_SITE, id: "../../evil" })],
      "no site that can be used",
      1,
    ],
    ["has a page", [{ body: "<html>Sign in</html>" }], "its answer has another form than expected.", 1],
    ["has an object", [{ body: '{"sites":[]}' }], "its answer has another form than expected.", 1],
    ["is refused", [{ status: 403, body: "{}" }], "it answered HTTP 403.", 1],
    ["is a redirect", [{ status: 302, body: "" }], "it answered HTTP 302.", 1],
    ["is an error, twice", [{ status: 503, body: "" }], "it answered HTTP 503.", 2],
    ["has ten megabytes", [{ body: `["${"x".repeat(10_000_000)}"]` }], "did not tell the site of this connection", 2],
  ])("is FAILED with the reason if the answer %s", async (_, answers, reason, requestCount) => {
    tells(...answers);
    const { status, status_reason: statusReason } = await consent("places");
    expect([status, asksForSites().length]).toEqual(["FAILED", requestCount]);
    expect(statusReason).toContain(reason);
  });

  it("is ACTIVE if the second answer contains the site", async () => {
    tells({ status: 503, body: "" }, siteList(TWO));
    expect((await consent("places")).state.val).toMatchObject({ status: "ACTIVE", site: "s-2" });
  });

  it("is ACTIVE without a value that its tools do not need", async () => {
    tells({ status: 500, body: "" });
    const { id, state } = await consent("hints");
    expect([state.val.status, state.val.site]).toEqual(["ACTIVE", undefined]);
    expect((await historyOf(id))[0]).toContain("it answered HTTP 500.");
  });

  it("keeps its site when a renewal finds none, because the provider fails or lists none", async () => {
    const { id } = await consent("places");
    tells({ status: 500, body: "" });
    expect((await again(id)).state.val).toMatchObject({ status: "ACTIVE", site: "s-1" });
    expect((await storedValues(id)).access_token).toBe("token-c2");
    tells(siteList());
    expect((await again(id, "c3")).state.val).toMatchObject({ status: "ACTIVE", site: "s-1" });
    expect((await storedValues(id)).access_token).toBe("token-c2");
  });
});

it.each([
  ["https://na3.acme.example/", "https://na3.acme.example/rest"],
  ["https://na3.acme.example.evil.example", undefined],
  ["https://evil.example/?.acme.example", undefined],
  ["https://acme.example", undefined],
  ["http://na3.acme.example", undefined],
  ["https://user@na3.acme.example", undefined],
  ["https://na3.acme.example:8443", undefined],
  ["https://na3.acme.example/{token}", undefined],
])("an address %s from the provider becomes %s", async (url, expected) => {
  tells(siteList({ id: "s-1", url }));
  expect((await consent("hosted")).state.val.base_url).toBe(expected);
});

describe("a change of the site", () => {
  it("returns 400 for a site without access, and lists the sites with access", async () => {
    tells(siteList(FIRST_SITE, TWO));
    const { id } = await consent("places");
    const { status, body } = await change(id, { site: "s-9" });
    expect([status, body.error?.message]).toEqual([
      400,
      "The connection was not changed. " +
        "The provider did not tell the site of this connection: " +
        "the person gave access to none with these values, but to: https://one.example: s-1; https://two.example: s-2.",
    ]);
    expect((await accountOf(id)).state.val.site).toBe("s-1");
  });

  it("returns 400 if it contains a token", async () => {
    const { id } = await consent("places");
    const { status, body } = await change(id, { site: "s-1", access_token: "forged" });
    expect([status, body.error?.message]).toEqual([
      400,
      "Credentials of OAUTH2 come from the provider and cannot be set, except site alone.",
    ]);
  });

  it("changes nothing while the provider is unreachable (503)", async () => {
    const { id } = await consent("places");
    tells({ status: 502, body: "" });
    expect((await change(id, { site: "s-2" })).status).toBe(503);
    expect((await accountOf(id)).state.val.site).toBe("s-1");
  });
});

describe("imported credentials", () => {
  it("get their site, for tokens of a request and for tokens that a person pastes", async () => {
    const brought = await client.call("POST", "/connected_accounts", {
      auth_config: { id: await configOf("places") },
      connection: { user_id: "ada", state: { authScheme: "OAUTH2", val: { access_token: "brought" } } },
    });
    expect([brought.status, brought.body.connectionData.val.site]).toEqual([201, "s-1"]);
    const config = await configOf("pasted", "BEARER_TOKEN");
    const { body } = await client.call("POST", "/connected_accounts/link", { auth_config_id: config, user_id: "ada" });
    expect((await submit(body.redirect_url, { action: "connect", token: "pasted-0123" })).status).toBe(200);
    expect((await accountOf(body.connected_account_id)).state.val).toMatchObject({ status: "ACTIVE", site: "s-1" });
    expect(asksForSites().map(({ headers }) => headers.authorization)).toEqual([
      "Bearer brought",
      "Bearer pasted-0123",
    ]);
  });

  it("are not stored if nobody knows their site (400)", async () => {
    tells({ status: 401, body: "" });
    const { status, body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: await configOf("places") },
      connection: { user_id: "ada", state: { authScheme: "OAUTH2", val: { access_token: "wrong" } } },
    });
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining("it answered HTTP 401.")]);
  });
});

describe("a provider with its own form of exchange", () => {
  it("exchanges the first token for a long-lived one, and renews it while it works", async () => {
    const { id, state } = await consent("living");
    expect([state.val.expires_in, (await storedValues(id)).access_token]).toEqual(["5184000", "longer-token-c1"]);
    const request = provider.seen.find(({ url }) => url.startsWith("/longer"));
    expect(Object.fromEntries(new URL(request?.url ?? "", provider.baseUrl).searchParams)).toEqual({
      grant_type: "exchange",
      access_token: "token-c1",
      secret: "the-secret-of-the-app",
    });
    const [scheme] = (await requireToolkit(client.projectId, "living")).authSchemes;
    const open = async () =>
      scheme && (await openCredentials(client.projectId, await requireResolved(client.projectId, id), scheme, ON));
    expect((await open())?.values.access_token).toBe("longer-token-c1");
    const restore = moveClock(31 * 86_400_000);
    expect((await open())?.values.access_token).toBe("renewed-longer-token-c1");
    restore();
  });

  it("gets values of its callback in the exchange of the code, but no field of the connection", async () => {
    const link = await newLink("storing");
    await visit(`${await toCallback(link.redirect_url, "c1")}&context=stores%2Fabc&site=elsewhere`);
    const form = new URLSearchParams(provider.seen.find(({ url }) => url === "/token")?.body);
    expect([form.get("context"), form.get("code")]).toEqual(["stores/abc", "c1"]);
    expect((await accountOf(link.connected_account_id)).status).toBe("ACTIVE");
  });

  it.each([
    ["europe", "eu"],
    ["evil", "us"],
    ["constructor", "us"],
    ["", "us"],
  ])("exchanges the code where its callback points, among its known places: %s is %s", async (location, region) => {
    const link = await newLink("moving");
    expect((await visit(link.redirect_url)).html).not.toContain("The region");
    await visit(`${await toCallback(link.redirect_url, "c1")}&location=${location}`);
    expect(provider.seen.map(({ url }) => url)).toEqual([`/${region}/token`]);
    expect((await accountOf(link.connected_account_id)).state.val).toMatchObject({ status: "ACTIVE", region });
  });
});

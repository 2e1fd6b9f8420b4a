import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { revokeUrlOf, toOAuthClient } from "./oauth-client";
import { isOwnIssuer, newVerifier, toAuthorizeUrl, toClientAuth } from "./oauth2";

const scheme = (oauth: object = {}, more: object = {}) =>
  ToolkitAuthScheme.parse({
    mode: "OAUTH2",
    name: "P",
    fields: {},
    defaultScopes: ["a", "b"],
    oauth: {
      provider: "p",
      authorizationUrl: "https://p.example/auth?tenant=1",
      tokenUrl: "https://p.example/token",
      ...oauth,
    },
    ...more,
  });
const APP = { projectId: "p", values: { client_id: "id", client_secret: "secret" } };
const client = (oauth: object = {}, values: Record<string, string> = {}, connection: Record<string, string> = {}) =>
  toOAuthClient(scheme(oauth), { ...APP, values: { ...APP.values, ...values } }, connection);
const authorize = (...args: Parameters<typeof client>) =>
  new URL(toAuthorizeUrl(client(...args), { state: "S", verifier: "V" }));

describe("toAuthorizeUrl", () => {
  it("sends the parameters of RFC 6749 4.1.1 and keeps the address's own query", () => {
    expect(Object.fromEntries(authorize().searchParams)).toEqual({
      tenant: "1",
      response_type: "code",
      client_id: "id",
      redirect_uri: "http://localhost:3000/api/v3/toolkits/auth/callback",
      state: "S",
      scope: "a b",
    });
  });

  it("adds the S256 challenge of RFC 7636 if the provider supports it", () => {
    const { searchParams } = authorize({ pkce: "S256" });
    expect(searchParams.get("code_challenge")).toBe(createHash("sha256").update("V").digest("base64url"));
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    expect(newVerifier()).toMatch(/^[\w-]{43}$/);
  });

  it("follows the provider's names, separators and extra parameters, which cannot replace our own", () => {
    const { searchParams } = authorize({
      scopeSeparator: ",",
      clientIdParam: "client_key",
      authorizeParams: {
        access_type: "offline",
        state: "fixed",
        redirect_uri: "https://evil.example",
        hint: "{absent}",
      },
    });
    expect(Object.fromEntries(searchParams)).toMatchObject({
      scope: "a,b",
      client_key: "id",
      access_type: "offline",
      state: "S",
      redirect_uri: expect.stringContaining("localhost") as string,
    });
    expect(searchParams.has("hint")).toBe(false);
  });

  it("sends the redirect address that the auth config names", () => {
    expect(authorize({}, { oauth_redirect_uri: "https://app.example/oauth" }).searchParams.get("redirect_uri")).toBe(
      "https://app.example/oauth",
    );
  });
});

describe("toOAuthClient", () => {
  const shop = { authorizationUrl: "https://{shop}.shop.example/auth", tokenUrl: "https://{shop}.shop.example/token" };

  it("fills the provider's addresses with the connection's values", () => {
    expect(client(shop, {}, { shop: "acme" }).provider).toMatchObject({
      tokenUrl: "https://acme.shop.example/token",
      refreshUrl: "https://acme.shop.example/token",
    });
  });

  it.each(["evil.example/", "evil.example?", "evil.example#", "a@evil.example", "evil.example:80/"])(
    "never sends the app's secret to a host that a person typed: %s",
    (typed) => {
      let host = "refused";
      try {
        host = new URL(client(shop, {}, { shop: typed }).provider.tokenUrl).host;
      } catch (error) {
        expect(error).toMatchObject({ kind: "BadRequest" });
      }
      expect(host === "refused" || host.endsWith(".shop.example")).toBe(true);
    },
  );

  it.each([
    ["token URL", { tokenUrl: "https://{domain}/token" }],
    ["refresh URL", { refreshUrl: "https://{domain}/refresh" }],
  ])("takes the server of the %s from the auth config, never from a connection", (what, oauth) => {
    const hers = { domain: "evil.example" };
    expect(() => client(oauth, {}, hers)).toThrow(`The ${what} takes its server from domain`);
    const { tokenUrl, refreshUrl = "" } = client(oauth, { domain: "login.acme.example" }, hers).provider;
    expect([tokenUrl, refreshUrl].map((url) => new URL(url).host)).toContain("login.acme.example");
  });

  it("revokes nothing at a server that a connection chooses", () => {
    const customScheme = scheme({ revokeUrl: "https://{domain}/revoke" });
    expect(() => revokeUrlOf(customScheme, APP, { domain: "evil.example" })).toThrow(
      "The revocation URL takes its server from",
    );
  });

  it("prefers the operator's value over the person's, and keeps a base URL at the beginning", () => {
    const oauth = { authorizationUrl: "{base_url}/oauth/authorize", tokenUrl: "{base_url}/oauth/token" };
    expect(
      client(oauth, { base_url: "https://git.example/sub/" }, { base_url: "https://evil.example" }).provider.tokenUrl,
    ).toBe("https://git.example/sub/oauth/token");
  });

  it("fills the redirect address and the state into parameters if a provider wants them again", () => {
    const oauth = { tokenParams: { state: "{state}" }, refreshParams: { redirect_uri: "{redirect_uri}" } };
    expect(client(oauth, { oauth_redirect_uri: "https://app.example/oauth" }, { state: "S" }).provider).toMatchObject({
      tokenParams: { state: "S" },
      refreshParams: { redirect_uri: "https://app.example/oauth" },
    });
    expect(client(oauth, {}, { redirect_uri: "https://evil.example" }).provider).toMatchObject({
      tokenParams: {},
      refreshParams: { redirect_uri: expect.stringContaining("localhost") as string },
    });
  });

  it("names missing values", () => {
    expect(() => client(shop)).toThrow("The token URL of this provider needs a value for shop.");
    expect(() => toOAuthClient(scheme(), { projectId: "p", values: {} }, {})).toThrow("has no client_id");
  });
});

describe("toClientAuth", () => {
  it("form-encodes id and secret before base64 (RFC 6749 2.3.1)", () => {
    const { headers, params } = toClientAuth({
      ...client({ tokenAuth: "basic" }),
      clientId: "a b",
      clientSecret: "c:d+é",
    });
    expect(Buffer.from(headers.authorization?.slice(6) ?? "", "base64").toString()).toBe("a+b:c%3Ad%2B%C3%A9");
    expect(params).toEqual({});
  });

  it("sends them in the body, or only the id, if the provider wants that", () => {
    expect(toClientAuth(client())).toEqual({ headers: {}, params: { client_id: "id", client_secret: "secret" } });
    expect(toClientAuth(client({ tokenAuth: "none" })).params).toEqual({ client_id: "id" });
  });
});

describe("isOwnIssuer", () => {
  it.each([
    ["https://p.example", true],
    ["https://p.example/tenant/v2.0", true],
    ["https://login.p.example", true],
    ["https://evil.example", false],
    ["https://p.example.evil.example", false],
    ["nonsense", false],
  ])("%s: %s", (iss, expected) => {
    expect(isOwnIssuer(client(), iss)).toBe(expected);
  });
});

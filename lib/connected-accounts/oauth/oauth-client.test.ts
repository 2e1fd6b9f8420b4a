/** What a provider's data make of a request for consent and for tokens. */
import { describe, expect, it } from "vitest";
import { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { revokeUrlOf, toOAuthClient } from "./oauth-client";
import { toAuthorizeUrl } from "./oauth2";
import { readTokenAnswer } from "./token-answer";

const scheme = (oauth: object, more: object = {}) =>
  ToolkitAuthScheme.parse({ mode: "OAUTH2", name: "x", fields: {}, oauth: { provider: "p", ...oauth }, ...more });
const app = (values: Record<string, string> = {}) => ({
  projectId: "proj_1",
  values: { client_id: "id", client_secret: "secret", oauth_redirect_uri: "https://app.example/back", ...values },
});

describe("an address that differs for one value of a place", () => {
  const regional = scheme({
    places: { region: ["com", "ca"] },
    authorizationUrl: "https://accounts.p.{region}/auth",
    tokenUrl: "https://accounts.p.{region}/token",
    revokeUrl: "https://accounts.p.{region}/revoke",
    exceptions: {
      region: {
        ca: {
          authorizationUrl: "https://accounts.pcloud.ca/auth",
          tokenUrl: "https://accounts.pcloud.ca/token",
          revokeUrl: "https://accounts.pcloud.ca/revoke",
        },
      },
    },
  });

  it("is used for this value alone", () => {
    const tokenUrl = (region: string) => toOAuthClient(regional, app(), { region }).provider.tokenUrl;
    expect([tokenUrl("ca"), tokenUrl("com")]).toEqual([
      "https://accounts.pcloud.ca/token",
      "https://accounts.p.com/token",
    ]);
    expect(revokeUrlOf(regional, app(), { region: "ca" })).toBe("https://accounts.pcloud.ca/revoke");
  });

  it("leaves a value that no list names refused", () => {
    expect(() => toOAuthClient(regional, app(), { region: "evil.example" })).toThrow("must be one of com, ca");
  });
});

describe("a provider that grants app and user separately", () => {
  const both = scheme(
    {
      authorizationUrl: "https://p.dev/auth",
      tokenUrl: "https://p.dev/token",
      scopeSeparator: ",",
      userScopeParam: "user_scope",
      userTokenPath: "authed_user",
      tokenPaths: ["", "authed_user"],
    },
    {
      actsAs: "user",
      defaultScopes: ["chat", "join"],
      availableScopes: ["chat", "join"],
      defaultUserScopes: ["chat", "search"],
      availableUserScopes: ["chat", "search"],
    },
  );
  const answer = {
    status: 200,
    contentType: "application/json",
    text: JSON.stringify({ access_token: "bot-token", authed_user: { access_token: "user-token", scope: "chat" } }),
  };
  const askedAndTaken = (values: Record<string, string>) => {
    const client = toOAuthClient(both, app(values), {});
    const { searchParams } = new URL(toAuthorizeUrl(client, { state: "s", verifier: "v" }));
    const { access_token: token } = readTokenAnswer(client.provider, answer, []).values;
    return [searchParams.get("scope"), searchParams.get("user_scope"), token];
  };

  it("is asked as the user, and the user's token is taken", () => {
    expect(askedAndTaken({})).toEqual([null, "chat,search", "user-token"]);
  });

  it("is asked as the bot where the auth config chooses it, and the bot's token is taken", () => {
    expect(askedAndTaken({ act_as: "bot" })).toEqual(["chat,join", null, "bot-token"]);
  });
});

it("keeps a number among the parameters of the token endpoint a number", () => {
  const client = toOAuthClient(
    scheme({
      authorizationUrl: "https://p.dev/auth",
      tokenUrl: "https://p.dev/token",
      tokenBody: "json",
      tokenParams: { expires_in: 172_799, place: "{place}" },
    }),
    app(),
    { place: "here" },
  );
  expect(client.provider.tokenParams).toEqual({ expires_in: 172_799, place: "here" });
});

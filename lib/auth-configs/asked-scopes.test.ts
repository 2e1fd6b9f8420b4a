import { describe, expect, it } from "vitest";
import { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { actsAsUser, askedScopes, scopesOffered } from "./asked-scopes";

const scheme = (actsAs?: "user") =>
  ToolkitAuthScheme.parse({
    mode: "OAUTH2",
    name: "x",
    fields: {},
    ...(actsAs && { actsAs }),
    oauth: {
      provider: "p",
      authorizationUrl: "https://p.dev/a",
      tokenUrl: "https://p.dev/t",
      userScopeParam: "user_scope",
    },
    defaultScopes: ["chat", "join"],
    availableScopes: ["chat", "join"],
    defaultUserScopes: actsAs ? ["chat", "search"] : [],
    availableUserScopes: ["chat", "search"],
  });

describe("a provider that grants app and user separately", () => {
  it("is asked for the user's scopes where its scheme acts as the user", () => {
    expect(askedScopes(scheme("user"), { values: {} })).toEqual({ scopes: [], userScopes: ["chat", "search"] });
    expect(askedScopes(scheme("user"), { values: {}, scopes: ["search"] })).toEqual({
      scopes: [],
      userScopes: ["search"],
    });
  });

  it("is asked for the app's scopes where the auth config chooses the bot", () => {
    expect(askedScopes(scheme("user"), { values: { act_as: "Bot" } })).toEqual({
      scopes: ["chat", "join"],
      userScopes: [],
    });
    expect(scopesOffered(scheme("user"), { values: { act_as: "bot" } }).usual).toEqual(["chat", "join"]);
  });

  it("takes scopes that only an app can have as the app's, and both lists as they are", () => {
    expect(actsAsUser(scheme("user"), { values: {}, scopes: ["chat", "join"] })).toBe(false);
    expect(actsAsUser(scheme("user"), { values: {}, scopes: ["join"], userScopes: ["chat"] })).toBe(true);
    expect(askedScopes(scheme("user"), { values: {}, scopes: ["chat"], userScopes: ["search"] })).toEqual({
      scopes: ["chat"],
      userScopes: ["search"],
    });
  });

  it("asks the same of what it has already worked out", () => {
    const first = askedScopes(scheme("user"), { values: {} });
    expect(askedScopes(scheme("user"), { values: {}, ...first })).toEqual(first);
  });

  it("acts as the app unless the scheme says otherwise", () => {
    expect(askedScopes(scheme(), { values: {}, userScopes: ["search"] })).toEqual({
      scopes: ["chat", "join"],
      userScopes: ["search"],
    });
  });
});

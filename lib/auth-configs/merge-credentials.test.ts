import { describe, expect, it } from "vitest";
import type { AuthField } from "@/lib/catalog/toolkit-auth-scheme";
import { mergeCredentials, mergeValues, toScopes } from "./merge-credentials";
import { isMasked, maskSecret, shownValue } from "./mask-secret";

const key: AuthField = {
  name: "api_key",
  displayName: "Key",
  description: "",
  type: "string",
  required: true,
  isSecret: true,
  aliases: ["generic_api_key"],
};

describe("mergeValues", () => {
  it("keeps the stored value for a masked one, removes it for null and empty text", () => {
    const storedValues = { client_secret: "abcdefghijklmnop", base_url: "https://a", region: "eu" };
    expect(
      mergeValues(storedValues, { client_secret: "abcd...", base_url: null, region: "" }, [], "credentials"),
    ).toEqual({
      client_secret: "abcdefghijklmnop",
    });
  });

  it("takes a value that only looks masked when nothing is stored", () => {
    expect(mergeValues({}, { note: "abcd..." }, [], "credentials")).toEqual({ note: "abcd..." });
  });

  it("stores aliases under the field's own name, without the space that came with a paste", () => {
    expect(mergeValues({}, { generic_api_key: " k1\n" }, [key], "credentials")).toEqual({ api_key: "k1" });
  });

  it("400: refuses more than credentials ever are, in one value or in many", () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`value_${index}`, "x".repeat(1000)]));
    for (const values of [{ api_key: "x".repeat(65_537) }, many])
      expect(() => mergeValues({}, values, [key], "credentials")).toThrow(
        "credentials holds more than 65536 characters",
      );
    expect(mergeValues({}, { api_key: "x".repeat(65_536) }, [key], "credentials").api_key).toHaveLength(65_536);
  });

  it("400: refuses more values than any scheme has", () => {
    const short = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`value_${index}`, "x"]));
    expect(Object.keys(mergeValues({}, short(100), [key], "credentials"))).toHaveLength(100);
    expect(() => mergeValues({}, short(101), [key], "credentials")).toThrow("credentials holds more than 100 values");
  });

  it("writes numbers and booleans as text and refuses objects by name", () => {
    expect(mergeValues({}, { port: 8443, tls: true }, [], "credentials")).toEqual({ port: "8443", tls: "true" });
    expect(() => mergeValues({}, { api_key: { a: 1 } }, [key], "credentials")).toThrow(
      "credentials.api_key must be a string",
    );
  });
});

describe("the older name of the redirect URI", () => {
  const named = (input: object, fields: AuthField[] = []) =>
    mergeCredentials({ values: {} }, { ...input }, fields).values;
  const [older, today] = ["https://app.example/redirect", "https://app.example/today"];

  it("stands for today's, which wins, and for a field of the scheme that is called so", () => {
    expect(named({ redirect_uri: older })).toEqual({ oauth_redirect_uri: older });
    expect(named({ redirect_uri: older, oauth_redirect_uri: today })).toEqual({ oauth_redirect_uri: today });
    expect(named({ redirect_uri: older }, [{ ...key, name: "redirect_uri" }])).toEqual({ redirect_uri: older });
  });
});

describe("scopes", () => {
  it.each([
    ["a, b c", ["a", "b", "c"]],
    [
      ["a", "b,c", "a"],
      ["a", "b", "c"],
    ],
    ["", undefined],
    [[], undefined],
    [null, undefined],
  ])("reads %j as %j", (input, expected) => {
    expect(toScopes(input)).toEqual(expected);
  });

  it("leaves scopes alone that are not mentioned and goes back to the defaults for empty ones", () => {
    const storedCredentials = { values: {}, scopes: ["a"], userScopes: ["b"] };
    expect(mergeCredentials(storedCredentials, {}, [])).toEqual(storedCredentials);
    expect(mergeCredentials(storedCredentials, { scopes: [] }, [])).toEqual({ values: {}, userScopes: ["b"] });
  });
});

describe("masking", () => {
  it("shows four characters of a long secret and nothing of a short one", () => {
    expect([maskSecret("gho_0123456789"), maskSecret("hunter2")]).toEqual(["gho_...", "..."]);
  });

  it("knows its own masks and no real secret", () => {
    expect(["gho_...", "...", maskSecret("a😀b0123456789"), "gho_0123456789", "a...", ""].map(isMasked)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("hides what no field declares, and secrets inside objects", () => {
    const scheme = {
      fields: { authConfigCreation: [], connectedAccountInitiation: [{ ...key, name: "account", isSecret: false }] },
      oauth: undefined,
    };
    const showValue = (name: string, value: string) => shownValue(name, value, scheme, true);
    expect([
      showValue("account", "acme"),
      showValue("mystery", "0123456789abc"),
      showValue("token_url", "https://a/b"),
    ]).toEqual(["acme", "0123...", "https://a/b"]);
    expect(showValue("account", '{"id":"U1","access_token":"xoxp-0123456789"}')).toEqual({
      id: "U1",
      access_token: "xoxp...",
    });
  });
});

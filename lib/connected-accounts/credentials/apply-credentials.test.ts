import { describe, expect, it } from "vitest";
import type { ApplyRule } from "@/lib/catalog/toolkit-auth-scheme";
import { applyCredentials } from "./apply-credentials";

const request = { method: "GET", url: "https://api.example/v1/items?q=a%20b", headers: { accept: "application/json" } };
const apply = (
  rules: ApplyRule[],
  values: Record<string, string>,
  from: { url: string; headers?: Record<string, string> } = request,
) => applyCredentials(from, { apply: rules }, values);

describe("applyCredentials", () => {
  it("fills headers, queries and cookies, and does not change its request", () => {
    const rules: ApplyRule[] = [
      { in: "header", name: "Authorization", value: "Bearer {access_token}" },
      { in: "query", name: "key", value: "{api_key}" },
      { in: "cookie", name: "sid", value: "{session}" },
    ];
    const result = apply(rules, { access_token: "t1", api_key: "a&b=c", session: "s1" });
    expect(result).toEqual({
      method: "GET",
      url: "https://api.example/v1/items?q=a%20b&key=a%26b%3Dc",
      headers: { accept: "application/json", Authorization: "Bearer t1", cookie: "sid=s1" },
    });
    expect(request).toEqual({
      method: "GET",
      url: "https://api.example/v1/items?q=a%20b",
      headers: { accept: "application/json" },
    });
  });

  it("overrides a tool's argument under the same name", () => {
    const result = apply(
      [
        { in: "header", name: "Authorization", value: "Bearer {t}" },
        { in: "query", name: "key", value: "{t}" },
      ],
      { t: "mine" },
      { url: "https://a.example/?key=theirs&x=1", headers: { authorization: "Bearer theirs" } },
    );
    expect(result).toEqual({ url: "https://a.example/?x=1&key=mine", headers: { Authorization: "Bearer mine" } });
  });

  it("encodes basic credentials as UTF-8, with an empty password where there is none (RFC 7617)", () => {
    const rule: ApplyRule = { in: "header", name: "Authorization", value: "{username}:{password}", encode: "basic" };
    expect(apply([rule], { username: "ada", password: "pässword" }).headers.Authorization).toBe(
      `Basic ${Buffer.from("ada:pässword").toString("base64")}`,
    );
    expect(apply([rule], { username: "sk_test" }).headers.Authorization).toBe(
      `Basic ${Buffer.from("sk_test:").toString("base64")}`,
    );
    expect(() => apply([rule], {})).toThrow("no value for username and password");
  });

  it("names the field without a value, and omits optional rules", () => {
    expect(() => apply([{ in: "header", name: "X-Key", value: "{api_key}" }], {})).toThrow(
      "The connection has no value for api_key, which the header X-Key needs.",
    );
    expect(apply([{ in: "header", name: "X-Org", value: "{org}", optional: true }], {}).headers).toEqual({
      accept: "application/json",
    });
  });

  it.each(["a\r\nx-evil: 1", "a\nb", "a\0b", "snow\u2603"])("refuses %j in a header without repeating it", (key) => {
    const applyKey = () => apply([{ in: "header", name: "X-Key", value: "{api_key}" }], { api_key: key });
    expect(applyKey).toThrow("The value of api_key holds characters that cannot be sent in a header");
    expect(applyKey).not.toThrow(key);
  });

  const SID: ApplyRule = { in: "cookie", name: "sid", value: "{s}" };

  it.each([
    ["plain-%20.value", "plain-%20.value"],
    ["a; admin=1", "a%3B%20admin%3D1"],
    ['"a,b\\', "%22a%2Cb%5C"],
    ["schlüssel", "schl%C3%BCssel"],
    ["\ud800;", "%EF%BF%BD%3B"],
  ])("sends %j as one cookie, encoded if it would start another", (s, expected) => {
    expect(apply([SID], { s }).headers.cookie).toBe(`sid=${expected}`);
  });

  it.each(["a\r\nSet-Cookie: x=1", "a\nb", "a\0b", "\x7f"])("refuses %j in a cookie without repeating it", (s) => {
    const applyCookie = () => apply([SID], { s });
    expect(applyCookie).toThrow("cannot be sent in a cookie");
    expect(applyCookie).not.toThrow(s);
  });

  it("replaces a cookie of the same name, and keeps the others", () => {
    const headers = { Cookie: "sid=theirs; theme=dark;sid = twice; sidecar=1" };
    expect(apply([SID], { s: "mine" }, { url: "https://a.example/", headers }).headers).toEqual({
      cookie: "theme=dark; sidecar=1; sid=mine",
    });
  });
});

it("returns 400 for signing a form of very many fields, which would delay everybody", () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const keys = { consumer_key: "a", consumer_secret: "b", oauth_token: "c", oauth_token_secret: "d" };
  const scheme = { apply: [], oauth1: {} } as unknown as Parameters<typeof applyCredentials>[1];
  const sign = (body: string) => () =>
    applyCredentials({ method: "POST", url: "https://api.example/", headers, body }, scheme, keys);
  expect(sign("a=1&b=2")).not.toThrow();
  expect(sign("a&".repeat(20_000))).toThrow("has at most 10000 fields");
});

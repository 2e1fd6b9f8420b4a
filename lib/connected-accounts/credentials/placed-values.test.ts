/** Values that a caller puts into an address, and what attackers would make of them. */
import { describe, expect, it } from "vitest";
import { fillBaseUrl } from "./fill-base-url";
import { assertAllPlaced, assertPlaceable, fillPlaced, placedPath, type PlacedValue } from "./placed-values";

const toPlacedValues = (values: Record<string, PlacedValue>) => new Map(Object.entries(values));
const path = (value: string): PlacedValue => ({ in: "path", value });
const subdomain = (value: string): PlacedValue => ({ in: "subdomain", value });
const BOT = "https://api.telegram.example/bot{token}";

describe("a value in the path", () => {
  it.each([
    ["123:AbC-_~", "123%3AAbC-_~"],
    ["a/b", "a%2Fb"],
    ["a?b#c", "a%3Fb%23c"],
    ["a%2fb", "a%252fb"],
    ["a\\b;c", "a%5Cb%3Bc"],
    ["@evil.example", "%40evil.example"],
    ["ключ", "%D0%BA%D0%BB%D1%8E%D1%87"],
    ["{host}", "%7Bhost%7D"],
  ])("%j is one part of it, whatever it contains", (value, encoded) => {
    expect(() => assertPlaceable("token", path(value))).not.toThrow();
    const url = new URL(`${fillPlaced(BOT, toPlacedValues({ token: path(value) }))}/getMe`);
    expect([url.host, url.pathname]).toEqual(["api.telegram.example", `/bot${encoded}/getMe`]);
    expect(placedPath(toPlacedValues({ token: path(value) }), "token")).toBe(encoded);
  });

  it.each([
    "",
    ".",
    "..",
    "../admin",
    "x/../../admin",
    "..%2fadmin",
    "%2e%2e/admin",
    "%252e%252e%252fadmin",
    "..\\admin",
    "x/..;/admin",
    "a\r\nHost: evil.example",
    "a\0b",
    "\ud800",
    "x".repeat(8193),
  ])("%j is refused with 400, and is not repeated", (value) => {
    const checkValue = () => assertPlaceable("token", path(value));
    expect(checkValue).toThrow(/"token" is a part of the path/);
    if (value.length > 2) expect(checkValue).not.toThrow(value);
  });

  it("is refused in a host (400)", () => {
    for (const template of ["https://{token}.example.com/v1", "https://{token}", "{token}/v1"])
      expect(() => fillPlaced(template, toPlacedValues({ token: path("evil") }))).toThrow(/has it in its host/);
  });
});

describe("a value in the subdomain", () => {
  it.each(["acme", "Acme-2", "1", "xn--mnchen-3ya", "a".repeat(63)])(
    "%j is one label below the provider's domain",
    (value) => {
      expect(() => assertPlaceable("shop", subdomain(value))).not.toThrow();
      const { host } = new URL(
        fillPlaced("https://{shop}.shops.example/admin", toPlacedValues({ shop: subdomain(value) })),
      );
      expect(host).toBe(`${value.toLowerCase()}.shops.example`);
    },
  );

  it.each([
    "",
    "evil.com#",
    "evil.com/",
    "evil.com?",
    "evil.com",
    "evil.com.",
    ".",
    "..",
    "a..b",
    "-a",
    "a-",
    "a_b",
    "a b",
    "user@evil",
    "user:pass@evil",
    "a:80",
    "a%2eb",
    "a%23",
    "a\\b",
    "a\r\nb",
    "a\0",
    "evil。com",
    "evil．com",
    "ехample",
    "xn--",
    "xn--a",
    "[::1]",
    "a".repeat(64),
  ])("%j is no label and is refused with 400", (value) => {
    expect(() => assertPlaceable("shop", subdomain(value))).toThrow(/"shop" goes into the subdomain/);
  });

  it.each([
    "https://{shop}",
    "https://{shop}/v1",
    "https://{shop}:8443",
    "https://{shop}.example",
    "https://{shop}example.com",
    "https://api.{shop}",
    "https://api.{shop}.com.br",
    "https://{account}.{shop}.com.br",
    "https://api.example.com/{shop}",
    "https://{shop}/a.b.c",
    "https://{shop}?x=.a.b",
    "{shop}/v1",
    "{shop}.example.com",
  ])("is refused with 400 as a whole host: %s", (template) => {
    expect(() => fillPlaced(template, toPlacedValues({ shop: subdomain("evil") }))).toThrow(/does not have it there/);
  });
});

it("fills only its own placeholders, and the connection fills the others", () => {
  const template = "https://{shop}.shops.example/{region}/{__proto__}";
  const url = fillPlaced(template, toPlacedValues({ shop: subdomain("acme") }));
  expect(url).toBe("https://acme.shops.example/{region}/{__proto__}");
  expect(fillPlaced(template, new Map())).toBe(template);
});

it("is refused with 400 without a placeholder", () => {
  const both = toPlacedValues({ token: path("t"), shop: subdomain("acme") });
  expect(() => assertAllPlaced(both, "https://{shop}.shops.example", "/bot{token}/send")).not.toThrow();
  expect(() => assertAllPlaced(both, "https://{shop}.shops.example")).toThrow(/no \{token\} in its path/);
  expect(() => assertAllPlaced(both, "https://shops.example", "/{shop}/{token}")).toThrow(
    /no \{shop\} in its subdomain/,
  );
});

describe("a base URL with a connection's values", () => {
  it("contains a secret as one part of its path, and a path of the connection as several", () => {
    expect(fillBaseUrl(BOT, { token: "1:a/getUpdates?x=" })).toBe(
      "https://api.telegram.example/bot1%3Aa%2FgetUpdates%3Fx%3D",
    );
    expect(fillBaseUrl("https://x.example/{site}", { site: "teams/a b" })).toBe("https://x.example/teams/a%20b");
    expect(fillBaseUrl(BOT, { token: "\ud800" })).toBe("https://api.telegram.example/bot%EF%BF%BD");
  });

  it.each(["acme:80", "xn--a"])("is refused with 400 for %j as its subdomain", (sub) => {
    expect(() => fillBaseUrl("https://{sub}.x.example/v1", { sub })).toThrow(/form a valid toolkit URL/);
  });
});

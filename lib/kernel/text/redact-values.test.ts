/** What a provider repeats of a request shows no secret of it, however it writes it down. */
import { describe, expect, it } from "vitest";
import { redactValues } from "./redact-values";

const SECRETS = {
  "a plain key": "sk_live_51HG8aBcDeFgHiJ",
  "signs of URLs and forms": "p@ss w0rd&x=1+2/3?#é'(*)!~",
  "signs of JSON and HTML": 'quo"te\\back</slash>\tta\nnl ☃ ok',
  "a short password": "pin+7",
  "a token of four thousand characters": Array.from({ length: 400 }, (_, index) => `${index}aZ-${index * 7}._`)
    .join("")
    .slice(0, 4096),
};
const form = (text: string) => new URLSearchParams([["k", text]]).toString().slice(2);
const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");
const basic = (secret: string, user: string) => `Basic ${base64(`${user}:${secret}`)}`;
const FORMS: Record<string, (secret: string) => string> = {
  raw: (secret) => secret,
  "percent-encoded": encodeURIComponent,
  "percent-encoded with small letters": (secret) =>
    encodeURIComponent(secret).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  "form-encoded": form,
  "percent-encoded twice": (secret) => encodeURIComponent(encodeURIComponent(secret)),
  JSON: (secret) => JSON.stringify({ client_secret: secret }),
  "JSON in JSON": (secret) => JSON.stringify(JSON.stringify({ client_secret: secret })),
  HTML: (secret) =>
    secret.replace(/[&<>"']/g, (sign) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[sign] ?? "#39"};`),
  "HTTP Basic": (secret) => basic(secret, "client"),
  "HTTP Basic, form-encoded (RFC 6749 2.3.1)": (secret) => basic(form(secret), "client"),
  "HTTP Basic with a name of another length": (secret) => basic(secret, "client-1"),
  "HTTP Basic in the alphabet of URLs": (secret) =>
    basic(secret, "client??>>").replaceAll("+", "-").replaceAll("/", "_"),
  "HTTP Basic after a slash": (secret) => `auth/${base64(`ab:${secret}`)}`,
};
/** Every part of twelve characters, or the whole of a shorter one. */
const parts = (text: string): string[] =>
  text.length < 12 ? [text] : Array.from({ length: text.length - 11 }, (_, index) => text.slice(index, index + 12));

describe.each(Object.entries(SECRETS))("%s", (_, secret) => {
  it.each(Object.entries(FORMS))("is hidden %s", (_name, write) => {
    const text = write(secret);
    const clean = redactValues(`The app said: ${text} (code 7).`, [secret]);
    expect(clean).toMatch(/^The app said: .*\(code 7\)\.$/s);
    expect(clean).toContain("[redacted]");
    const [secretParts, left] = [new Set(parts(secret)), new Set(parts(clean))];
    expect(parts(text).filter((part) => secretParts.has(part) && left.has(part))).toEqual([]);
    if (text.startsWith("Basic ")) expect(clean).toBe("The app said: Basic [redacted] (code 7).");
  });
});

it("hides a part of a secret, so that a text that was cut shows none", () => {
  for (const length of [12, 15, 20])
    expect(redactValues(`token ${SECRETS["a plain key"].slice(0, length)}`, [SECRETS["a plain key"]])).toBe(
      "token [redacted]",
    );
});

it("hides a part of a long secret to its ends, wherever it was cut", () => {
  const secret = Array.from({ length: 200 }, (_, index) => `${index}aZ`).join("");
  for (const [from, to] of [
    [5, 590],
    [11, 600],
    [1, 40],
  ] as const)
    expect(redactValues(`token ${secret.slice(from, to)}.`, [secret])).toBe("token [redacted].");
});

it("leaves words alone that only look alike", () => {
  const message = "invalid_client: the client_secret of app-1 is wrong, see https://docs.example/errors?code=401";
  expect(redactValues(message, ["sk_live_51HG8aBcDeFgHiJ", "it", "x", ""])).toBe(message);
  expect(redactValues("pinned at pin", ["pin"])).toBe("pinned at [redacted]");
});

it("hides overlapping secrets as one", () =>
  expect(redactValues("a secret-0123456789-secret-9876 b", ["secret-0123456789", "56789-secret-9876"])).toBe(
    "a [redacted] b",
  ));

it("looks at a character of a megabyte of the same sign a bounded number of times", () => {
  const [text, secret] = ["a".repeat(1_000_000), `${"a".repeat(4_000)}b`];
  expect(redactValues(text, [secret])).toBe("[redacted]");
  expect(redactValues("a ".repeat(500_000), [secret])).toHaveLength(1_000_000);
});

/** Redaction: secrets go, facts stay. */
import { expect, test } from "vitest";
import { redact, redactUrl } from "./redact";

test("values under secret names go, at any depth and in any case", () =>
  expect(
    redact({
      Authorization: "Bearer x",
      a: [{ api_key: "k", client_secret: "s", refresh_token: "r", password: "p", name: "n" }],
    }),
  ).toEqual({
    Authorization: "[redacted]",
    a: [
      {
        api_key: "[redacted]",
        client_secret: "[redacted]",
        refresh_token: "[redacted]",
        password: "[redacted]",
        name: "n",
      },
    ],
  }));

test("known secrets go wherever they stand, short ones do not blank plain words", () =>
  expect(redact({ text: "token gho_abcdef and ab", ok: true, n: 1, nothing: null }, ["gho_abcdef", "ab"])).toEqual({
    text: "token [redacted] and ab",
    ok: true,
    n: 1,
    nothing: null,
  }));

test("page cursors and counts are not secrets", () =>
  expect(redact({ next_page_token: "p", pageToken: "q", token_type: "bearer", total_tokens: 5 })).toEqual({
    next_page_token: "p",
    pageToken: "q",
    token_type: "bearer",
    total_tokens: 5,
  }));

test("URLs lose secret parameters and user info", () =>
  expect(redactUrl("https://u:p@api.example/x?api_key=1&q=2&access_token=3")).toBe(
    "https://api.example/x?api_key=%5Bredacted%5D&q=2&access_token=%5Bredacted%5D",
  ));

test("endless depth is cut", () => {
  const deep: Record<string, unknown> = {};
  let at = deep;
  for (let i = 0; i < 100; i++) at = at.a = {} as Record<string, unknown>;
  expect(JSON.stringify(redact(deep))).toContain("[cut]");
});

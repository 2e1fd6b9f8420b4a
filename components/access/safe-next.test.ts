/** The open redirect is closed. */
import { describe, expect, it } from "vitest";
import { toSafeNext } from "./safe-next";

describe("toSafeNext", () => {
  it.each(["/", "/logs/tools?status=failed", "/settings/api-keys#new"])("keeps our own page %s", (next) =>
    expect(toSafeNext(next)).toBe(next),
  );

  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "logs",
    "",
    "/..//evil.example",
    "/login?next=/x",
    "/api/auth/signout",
    "/a\\..\\b",
  ])("sends %j home", (next) => expect(toSafeNext(next)).toBe("/"));

  it("sends an absent one home", () => expect(toSafeNext(null)).toBe("/"));
});

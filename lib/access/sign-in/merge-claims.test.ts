import { describe, expect, it } from "vitest";
import { type Claims, mergeClaims } from "./merge-claims";

const ada = (more: Partial<Claims> = {}): Claims => ({ sub: "ada", ...more });

describe("claims of an OpenID provider", () => {
  it("are refused when userinfo is about somebody else, or about nobody", () => {
    expect(() => mergeClaims(ada(), { ...ada(), sub: "eve" })).toThrow("different person");
    expect(() => mergeClaims(ada(), {} as Claims)).toThrow("different person");
    expect(() => mergeClaims({} as Claims, {} as Claims)).toThrow("different person");
  });

  it("come from the ID token rather than from userinfo", () => {
    const merged = mergeClaims(
      ada({ email: "ada@example.com", email_verified: true, name: "Ada" }),
      ada({ email: "eve@example.com", email_verified: true, name: "Eve" }),
    );
    expect(merged).toEqual({ sub: "ada", email: "ada@example.com", email_verified: true, name: "Ada" });
  });

  it.each([
    [true, "ID token alone", { email: "a@example.com", email_verified: true }, {}],
    [true, "userinfo alone", {}, { email: "a@example.com", email_verified: true }],
    [true, "userinfo alone, as a text", {}, { email: "a@example.com", email_verified: "true" }],
    [
      true,
      "userinfo for the ID token's email",
      { email: "a@example.com" },
      { email: "A@example.com", email_verified: true },
    ],
    [
      false,
      "userinfo for another email",
      { email: "a@example.com" },
      { email: "eve@example.com", email_verified: true },
    ],
    [false, "userinfo for no email", { email: "a@example.com" }, { email_verified: true }],
    [
      false,
      "userinfo against the ID token",
      { email: "a@example.com", email_verified: false },
      { email: "a@example.com", email_verified: true },
    ],
    [
      false,
      "userinfo against the ID token, which names none",
      { email_verified: "false" },
      { email: "a@example.com", email_verified: true },
    ],
    [false, "the ID token for userinfo's email", { email_verified: true }, { email: "a@example.com" }],
    [false, "nobody", { email: "a@example.com" }, { email: "a@example.com" }],
  ])("%s: an email is vouched for by %s", (vouched, _, idToken, userinfo) => {
    expect(mergeClaims(ada(idToken), ada(userinfo)).email_verified).toBe(vouched);
  });
});

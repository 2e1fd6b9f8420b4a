import { expect, it } from "vitest";
import { readSignInCookie, signInCookieName } from "./sign-in-cookie";

const NAME = "next-auth.session-token";

it("has no Secure name while the public URL is plain http", () => expect(signInCookieName()).toBe(NAME));

it.each([
  ["alone", `${NAME}=abc`, "abc"],
  ["among others", `theme=dark; ${NAME}=abc==; x=1`, "abc=="],
  ["in chunks in any order", `${NAME}.1=b; ${NAME}.10=d; ${NAME}.2=c; ${NAME}.0=a`, "abcd"],
  ["percent-encoded", `${NAME}=a%2Eb`, "a.b"],
  ["with a broken encoding", `${NAME}=a%zz`, "a%zz"],
  ["whole before chunks left from an older one", `${NAME}.0=old; ${NAME}=new`, "new"],
])("reads the cookie %s", (_, header, token) => expect(readSignInCookie(header)).toBe(token));

it.each(["", "theme=dark", `x${NAME}=abc`, `${NAME}x=abc`, `${NAME}.x=abc`, `__Secure-${NAME}=abc`])(
  "finds none in %j",
  (header) => expect(readSignInCookie(header)).toBeNull(),
);

it("reads the Secure name when told", () =>
  expect(readSignInCookie(`__Secure-${NAME}.0=a; __Secure-${NAME}.1=b`, `__Secure-${NAME}`)).toBe("ab"));

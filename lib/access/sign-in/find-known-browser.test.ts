import { describe, expect, it } from "vitest";
import { findKnownBrowser, rememberBrowser } from "./find-known-browser";
import { sealSignIn } from "./sign-in-caller";

const ADA = "ada@example.com";

async function signedIn(email: string, before: string | null = null): Promise<string> {
  const token = await sealSignIn({ sub: "user_1", sessionId: "ses_1", name: null, email });
  const lines = ["next-auth.csrf-token=x; Path=/", `next-auth.session-token=${token}; Path=/; HttpOnly`];
  return (await rememberBrowser(before, lines)) ?? "";
}
const pairOf = (line: string): string => line.split(";")[0] ?? "";

describe("a browser that was used before", () => {
  it("is known by a cookie that no script reads, for its account alone", async () => {
    const line = await signedIn(ADA);
    expect(line).toMatch(/^patchbay\.browser=[\w-]{24}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(findKnownBrowser(`theme=dark; ${pairOf(line)}`, ADA)).toMatch(/^[\w-]{24}$/);
    expect(findKnownBrowser(pairOf(line), "eve@example.com")).toBeNull();
    expect(line).not.toContain("ada");
  });

  it("keeps its name at each sign-in, and gets one of its own otherwise", async () => {
    const first = pairOf(await signedIn(ADA));
    expect(pairOf(await signedIn(ADA, first))).toBe(first);
    expect(pairOf(await signedIn(ADA))).not.toBe(first);
    expect(findKnownBrowser(pairOf(await signedIn("eve@example.com", first)), ADA)).toBeNull();
  });

  it("is not known by a cookie that was made up, changed or cut", async () => {
    const pair = pairOf(await signedIn(ADA));
    const [name = "", value = ""] = pair.split("=");
    const [payload = "", signature = ""] = value.split(".");
    for (const forged of [
      "",
      "x",
      payload,
      `${payload}.`,
      `${"A".repeat(24)}.${signature}`,
      `${payload}.${"A".repeat(43)}`,
    ])
      expect(findKnownBrowser(`${name}=${forged}`, ADA), forged).toBeNull();
    expect(findKnownBrowser(null, ADA)).toBeNull();
    expect(findKnownBrowser(undefined, ADA)).toBeNull();
  });

  it("is not remembered where no session begins", async () => {
    expect(await rememberBrowser(null, ["next-auth.callback-url=x"])).toBeNull();
    expect(await rememberBrowser(null, ["next-auth.session-token=; Max-Age=0"])).toBeNull();
    expect(await rememberBrowser(null, ["next-auth.session-token=forged.token; Path=/"])).toBeNull();
  });
});

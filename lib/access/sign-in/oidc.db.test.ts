/** Single sign-on against a real OpenID provider on loopback: members come in, everybody else stays outside. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { auth, type Answer, type Cookies } from "@/test/clients/next-auth-call";
import { startOpenIdProvider } from "@/test/servers/openid-provider.mjs";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { holdStep, setUpPhone } from "@/test/clients/second-factor";
import { findCallerBySignIn } from "./sign-in-caller";

const CALLBACK = "http://localhost:3000/api/auth/callback/oidc";
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
/** The person who is signed in at the provider. */
type Person = { sub: string; email: string; email_verified: boolean; userinfo?: object };
let person: Person = { sub: "1", email: "", email_verified: true };

beforeAll(async () => {
  provider = await startOpenIdProvider(CALLBACK, () => person);
  const { issuer, clientId, clientSecret } = provider;
  Object.assign(process.env, {
    NEXTAUTH_URL: "http://localhost:3000",
    PATCHBAY_OIDC_ISSUER: issuer,
    PATCHBAY_OIDC_CLIENT_ID: clientId,
    PATCHBAY_OIDC_CLIENT_SECRET: clientSecret,
  });
});

afterAll(() => provider.stop());

/** Walks the redirects as a browser does, cookies kept, until they lead back to us. */
async function walk(start: string): Promise<URL> {
  const jar: Cookies = {};
  for (let url = start, hops = 0; hops < 10; hops++) {
    const answer = await fetch(url, {
      redirect: "manual",
      headers: {
        cookie: Object.entries(jar)
          .map((pair) => pair.join("="))
          .join("; "),
      },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      jar[name] = value;
    }
    const next = new URL(answer.headers.get("location") ?? "", url);
    if (next.href.startsWith(CALLBACK)) return next;
    url = next.href;
  }
  throw new Error("the provider never sent the browser back");
}

/** Signs in; `spoil` can change what comes back from the provider. */
async function signIn(as: Person, spoil: (back: URL, cookies: Cookies) => void = () => undefined): Promise<Answer> {
  person = as;
  const csrf = await auth(["csrf"], "GET", { cookies: {} });
  const { csrfToken } = csrf.body as { csrfToken: string };
  const startResponse = await auth(["signin", "oidc"], "POST", { body: { csrfToken }, cookies: csrf.cookies });
  const back = await walk(startResponse.location);
  const cookies = { ...csrf.cookies, ...startResponse.cookies };
  spoil(back, cookies);
  return auth(["callback", "oidc"], "GET", { cookies, query: Object.fromEntries(back.searchParams) });
}

const hasSession = ({ cookies }: Answer): boolean => "next-auth.session-token" in cookies;

describe("single sign-on", () => {
  it("lets a member in by an email that the provider vouches for, and again after the email changed there", async () => {
    const { email, userId } = await createTestOwner();
    for (const now of [
      { email, email_verified: true },
      { email: "renamed@example.com", email_verified: false },
    ]) {
      const answer = await signIn({ sub: "member", ...now });
      const caller = await findCallerBySignIn(`next-auth.session-token=${answer.cookies["next-auth.session-token"]}`);
      expect(caller?.by).toMatchObject({ kind: "session", userId, role: "owner" });
    }
  });

  it("asks a member with a second factor for the second step, and begins no session", async () => {
    holdStep();
    const { email, userId } = await createTestOwner();
    await setUpPhone(await sessionCookie(userId), userId);
    for (let i = 0; i < 2; i++) {
      const answer = await signIn({ sub: `two-step ${userId}`, email, email_verified: true });
      expect(hasSession(answer)).toBe(false);
      expect(answer.location).toMatch(/^http:\/\/localhost:3000\/login\?step=code/);
      expect(answer.cookies["patchbay.second-step"]).toMatch(/^step_/);
    }
  });

  it("sends everybody else back to the sign-in page and makes no account", async () => {
    const { email } = await createTestOwner();
    const before = await db.user.count();
    for (const stranger of [
      { sub: "unproven", email, email_verified: false },
      { sub: "stranger", email: "stranger@example.com", email_verified: true },
    ]) {
      const answer = await signIn(stranger);
      expect(hasSession(answer)).toBe(false);
      expect(answer.location).toBe("http://localhost:3000/login?error=NoAccount");
    }
    expect(await db.user.count()).toBe(before);
    expect(await db.authAccount.count({ where: { providerAccountId: { in: ["unproven", "stranger"] } } })).toBe(0);
  });

  it("refuses a userinfo endpoint that speaks of somebody else, or vouches for what the ID token does not", async () => {
    const { email } = await createTestOwner();
    const other = await signIn({
      sub: "mallory",
      email: "mallory@example.com",
      email_verified: true,
      userinfo: { sub: "somebody else", email },
    });
    expect(hasSession(other)).toBe(false);
    expect(other.location).toContain("error=OAuthCallback");
    for (const [sub, claimed, userinfo] of [
      ["unproven", { email, email_verified: false }, { email_verified: true }],
      ["elsewhere", { email: "mallory@example.com", email_verified: true }, { email }],
    ] as const) {
      const answer = await signIn({ sub, ...claimed, userinfo });
      expect(hasSession(answer)).toBe(false);
      expect(answer.location).toBe("http://localhost:3000/login?error=NoAccount");
    }
    expect(await db.authAccount.count({ where: { user: { email } } })).toBe(0);
  });

  it("refuses an answer to a question that this browser did not ask", async () => {
    const { email } = await createTestOwner();
    const member = { sub: "second", email, email_verified: true };
    const otherState = await signIn(member, (back) => back.searchParams.set("state", "of another browser"));
    const noCookies = await signIn(member, (_, cookies) => {
      for (const name of Object.keys(cookies)) delete cookies[name];
    });
    for (const answer of [otherState, noCookies]) {
      expect(hasSession(answer)).toBe(false);
      expect(answer.location).toContain("error=OAuthCallback");
    }
  });
});

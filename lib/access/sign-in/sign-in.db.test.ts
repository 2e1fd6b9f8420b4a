/** Signing in: guesses are slowed down, and an unproven email opens nobody's account. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { moveClock } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { createTestOwner, PASSWORD, sessionCookie } from "@/test/builders/owners";
import { rememberBrowser } from "./find-known-browser";
import { MAX_UNKNOWN_BROWSER_TRIES, MAX_TRIES, signInTry, takeTry } from "./sign-in-tries";
import { findByPassword, findLinked, findOrLink } from "./sign-in";
import { queryRows } from "@/test/setup/query-rows";

/** A failed try without the work of its password check. */
const fail = (email: string, address: string) => takeTry(signInTry(email, address, null));

/** The Cookie header of a browser in which the person signed in and out before. */
async function browserOf(userId: string, email: string): Promise<string> {
  const session = await sessionCookie(userId, email);
  return (await rememberBrowser(null, [`${session}; Path=/; HttpOnly`]))?.split(";")[0] ?? "";
}

describe("signing in with a password", () => {
  it("finds the person, in any case of the email", async () => {
    const { email, userId } = await createTestOwner();
    expect(await findByPassword(` ${email.toUpperCase()}`, PASSWORD, undefined)).toMatchObject({
      id: userId,
      email,
      name: null,
    });
    expect(await findByPassword(email, `${PASSWORD}!`, undefined)).toBeNull();
  });

  it("429: one address gets ten tries at an email, is told until when, and gets ten more then", async () => {
    const { email } = await createTestOwner();
    // The answer names whole minutes.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    for (let i = 0; i < MAX_TRIES; i++) await fail(email, "198.51.100.99");
    const refusal = await findByPassword(email, PASSWORD, "198.51.100.99").catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      status: 429,
      message: "Too many failed sign-in attempts. Try again in 15 minutes.",
    });
    const back = moveClock(15 * 60_000 + 1000);
    expect(await findByPassword(email, PASSWORD, "198.51.100.99")).not.toBeNull();
    back();
  });

  it("wrong tries from one address, however many, keep the owner out nowhere else", async () => {
    const { email } = await createTestOwner();
    for (let i = 0; i < MAX_UNKNOWN_BROWSER_TRIES + 1; i++) await fail(email, "198.51.100.1").catch(() => undefined);
    await expect(findByPassword(email, PASSWORD, "198.51.100.1")).rejects.toMatchObject({ status: 429 });
    expect(await findByPassword(email, PASSWORD, "198.51.100.2")).not.toBeNull();
  });

  it("429: guesses at one email from many addresses end too, but not for a browser that the owner used before", async () => {
    const { email, userId } = await createTestOwner();
    const knownBrowser = await browserOf(userId, email);
    for (let i = 0; i < MAX_UNKNOWN_BROWSER_TRIES; i++) await fail(email, `198.51.100.${i}`);
    await expect(findByPassword(email, PASSWORD, "203.0.113.77")).rejects.toMatchObject({ status: 429 });
    expect(await findByPassword(email, PASSWORD, "198.51.100.1", knownBrowser)).not.toBeNull();
  });

  it("429: a browser that was used before gets ten tries as well, and counts for its own account alone", async () => {
    const { email, userId } = await createTestOwner();
    const other = await createTestOwner();
    const knownBrowser = await browserOf(userId, email);
    for (let i = 0; i < MAX_TRIES; i++)
      expect(await findByPassword(email, "a wrong sentence", `192.0.2.${i}`, knownBrowser)).toBeNull();
    await expect(findByPassword(email, PASSWORD, "192.0.2.200", knownBrowser)).rejects.toMatchObject({ status: 429 });
    expect(await findByPassword(email, PASSWORD, "192.0.2.200")).not.toBeNull();
    for (let i = 0; i < MAX_TRIES; i++) await fail(other.email, "192.0.2.201");
    await expect(findByPassword(other.email, PASSWORD, "192.0.2.201", knownBrowser)).rejects.toMatchObject({
      status: 429,
    });
  });

  it("429: an address gets a hundred tries with any emails; good sign-ins do not open it", async () => {
    const { email } = await createTestOwner();
    for (let i = 0; i < MAX_UNKNOWN_BROWSER_TRIES; i++) {
      await fail(`guess${i}@example.com`, "203.0.113.9");
      if (i === 5) expect(await findByPassword(email, PASSWORD, "203.0.113.9")).not.toBeNull();
    }
    await expect(findByPassword(email, PASSWORD, "203.0.113.9")).rejects.toMatchObject({ status: 429 });
    expect(await findByPassword(email, PASSWORD, "203.0.113.10")).not.toBeNull();
  });

  it("429: all addresses of one IPv6 subscriber are one", async () => {
    const { email } = await createTestOwner();
    for (let i = 0; i < MAX_TRIES; i++) await fail(email, `2001:db8:1:2::${i + 1}`);
    await expect(fail(email, "2001:db8:1:2:ffff::1")).rejects.toMatchObject({ status: 429 });
    await fail(email, "2001:db8:1:3::1");
  });

  it("429: tries at the same moment count too", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => fail("burst@example.com", "198.51.100.250")),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_TRIES);
  });

  it("keeps neither emails nor addresses of those who tried", async () => {
    expect(await findByPassword("typed-my-password-here", "wrong", "192.0.2.77")).toBeNull();
    const rows = await queryRows<{ subject: string }>("test.tries", "SELECT subject FROM login_attempt", []);
    expect(rows.length).toBeGreaterThan(0);
    for (const { subject } of rows) expect(subject).toMatch(/^(pair|email|address|browser):[0-9a-f]{64}$/);
  });
});

describe("signing in through the OpenID provider", () => {
  const identity = { issuer: "https://id.example.com", subject: "248289761001" };

  it("refuses an email that the provider does not vouch for, and one that nobody here has", async () => {
    const { email } = await createTestOwner();
    expect(await findOrLink({ ...identity, email, emailVerified: false })).toBeNull();
    expect(await findOrLink({ ...identity, email: "stranger@example.com", emailVerified: true })).toBeNull();
    expect(await findOrLink({ ...identity, email: undefined, emailVerified: true })).toBeNull();
    expect(await db.authAccount.count()).toBe(0);
    expect(await db.user.count({ where: { email: "stranger@example.com" } })).toBe(0);
  });

  it("links a member's proven email once; from then on the issuer and its id decide", async () => {
    const { email, userId } = await createTestOwner();
    expect((await findOrLink({ ...identity, email: email.toUpperCase(), emailVerified: true }))?.id).toBe(userId);
    expect((await findOrLink({ ...identity, email: "changed@example.com", emailVerified: false }))?.id).toBe(userId);
    expect(await findLinked({ ...identity, issuer: "https://evil.example.com" })).toBeNull();
  });
});

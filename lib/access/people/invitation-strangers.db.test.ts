/** Invitations and strangers: tokens cannot be guessed, and an email that nobody has proven opens nobody's account. */
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { hashToken } from "@/lib/kernel/ids";
import { join, linkFor, look, newEmail, sign } from "@/test/builders/invitations";
import type { Someone } from "@/test/builders/members";
import { createTestOwner, PASSWORD, sessionCookie } from "@/test/builders/owners";
import { setUpPhone } from "@/test/clients/second-factor";
import { queryRows } from "@/test/setup/query-rows";
import { MAX_UNKNOWN_BROWSER_TRIES } from "../sign-in/sign-in-tries";
import type { Owned } from "./owners";
import { findCallerBySignIn } from "../sign-in/sign-in-caller";
import { findByPassword, findOrLink } from "../sign-in/sign-in";

let owner: Owned & Someone;

beforeEach(async () => {
  const newOwner = await createTestOwner();
  owner = { ...newOwner, cookie: await sessionCookie(newOwner.userId) };
});

const from = (address: string) => ({ "x-forwarded-for": address });
const membersWith = (email: string) => db.member.count({ where: { user: { email } } });

describe("strangers", () => {
  it("guess tokens as slowly as passwords (429), and right ones do not use up the tries", async () => {
    const address = "203.0.113.50";
    const token = await linkFor(owner, newEmail());
    for (let i = 0; i < MAX_UNKNOWN_BROWSER_TRIES; i++)
      expect((await look(`invite_${i}`, from(address))).status).toBe(410);
    expect((await look(token, from(address))).status).toBe(429);
    expect((await sign(token, {}, from(address))).status).toBe(429);
    for (let i = 0; i < 3; i++) expect((await look(token, from("203.0.113.51"))).status).toBe(200);
    const [row] = await queryRows<{ failures: number }>(
      "test.failures",
      "SELECT coalesce(sum(failures), 0)::int AS failures FROM login_attempt WHERE subject = $1",
      [`address:${hashToken("203.0.113.51")}`],
    );
    expect(row?.failures).toBe(0);
  });

  it("lose an account with another person's email to the person whom the provider confirms", async () => {
    const email = newEmail();
    const { body } = await sign(await linkFor(owner, email));
    const { id } = body.user as { id: string };
    const cookie = await sessionCookie(id);
    expect(await findCallerBySignIn(cookie)).not.toBeNull();
    await setUpPhone(cookie, id);
    const identity = { issuer: "https://id.example.com", subject: email, email, emailVerified: true };
    expect(await findOrLink(identity)).toMatchObject({ id, sessionVersion: 2 });
    expect(await db.userSession.count({ where: { userId: id } })).toBe(0);
    expect([
      await db.secondFactor.count({ where: { userId: id } }),
      await db.recoveryCode.count({ where: { userId: id } }),
    ]).toEqual([0, 0]);
    expect(await findByPassword(email, PASSWORD, undefined)).toBeNull();
    const registrant = await createTestOwner();
    const owners = { ...identity, subject: registrant.email, email: registrant.email };
    expect(await findOrLink(owners)).toMatchObject({ id: registrant.userId, sessionVersion: 1 });
    expect(await findByPassword(registrant.email, PASSWORD, undefined)).not.toBeNull();
  });

  it("are let in by the provider when they are invited, and are members once they accept", async () => {
    const email = newEmail();
    const identity = { issuer: "https://id.example.com", subject: email, email, emailVerified: true };
    expect(await findOrLink(identity)).toBeNull();
    const token = await linkFor(owner, email, "viewer");
    expect(await findOrLink({ ...identity, emailVerified: false })).toBeNull();
    const person = await findOrLink(identity);
    expect(person).toMatchObject({ email });
    expect(await membersWith(email)).toBe(0);
    const cookie = await sessionCookie(person?.id ?? "");
    expect((await join({ cookie }, token)).status).toBe(200);
    expect(await membersWith(email)).toBe(1);
  });
});

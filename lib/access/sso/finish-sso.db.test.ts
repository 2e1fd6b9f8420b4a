/** Sign-ins by an organization's provider, against a real one on loopback. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as getSession } from "@/app/api/v3/internal/patchbay/session/route";
import { db } from "@/lib/kernel/database/db";
import { callRoute, joinOrganization } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { holdStep, setUpPhone, codeNow } from "@/test/clients/second-factor";
import {
  addProvider,
  changeProvider,
  comeBack,
  goAndReturn,
  hasSession,
  signInBySso,
  storeDomain,
} from "@/test/clients/sso";
import { startOpenIdProvider } from "@/test/servers/openid-provider.mjs";
import { queryRows } from "@/test/setup/query-rows";
import { finishSignIn } from "../factors/finish-sign-in";
import { findCallerBySignIn } from "../sign-in/sign-in-caller";

type Owner = Awaited<ReturnType<typeof createTestOwner>> & { cookie: string };
type Person = { sub: string; email: string; name?: string; email_verified?: boolean; groups?: string[] };

let server: Awaited<ReturnType<typeof startOpenIdProvider>>;
/** The person who is signed in at the provider. */
let person: Person;
let owner: Owner;
let domain: string;
let providerId: string;
let count = 0;

beforeAll(async () => {
  server = await startOpenIdProvider(
    (uri: string) => uri.includes("/sign_in/sso/"),
    () => person,
  );
});
afterAll(() => server.stop());

beforeEach(async () => {
  const base = await createTestOwner();
  owner = { ...base, cookie: await sessionCookie(base.userId) };
  domain = `company${++count}.example`;
  providerId = await addProvider(owner.cookie, server);
  await storeDomain(owner.organizationId, domain, providerId);
});

const as = (name: string, more: Partial<Person> = {}) => {
  person = { sub: `${name} ${count}`, email: `${name}@${domain}`, email_verified: true, ...more };
  return person.email;
};
const callerOf = (cookie: string) => findCallerBySignIn(cookie);
const roleIn = async (email: string): Promise<string | undefined> =>
  (await db.member.findFirst({ where: { organizationId: owner.organizationId, user: { email } } }))?.role;

describe("a member with an email of a proven domain", () => {
  it("comes in, and again after the email changed at the provider", async () => {
    const email = as("ada");
    const { userId } = await createTestOwner(email);
    await joinOrganization(owner.organizationId, userId, "developer");
    for (const now of [{}, { email: "renamed@elsewhere.example", email_verified: false }]) {
      as("ada", now);
      const { cookie, location } = await signInBySso(email);
      expect(location).toBe("http://localhost:3000/");
      expect((await callerOf(cookie))?.by).toMatchObject({ userId, role: "developer", confined: true });
    }
  });

  it("reaches that organization alone, whichever project is asked for", async () => {
    const email = as("bob");
    const theirs = await createTestOwner(email);
    await joinOrganization(owner.organizationId, theirs.userId, "viewer");
    const { cookie } = await signInBySso(email);
    expect((await findCallerBySignIn(cookie, theirs.projectId))?.projectId).toBe(owner.projectId);
    const { body } = await callRoute(getSession, { cookie });
    expect(body.organizations).toEqual([expect.objectContaining({ id: owner.organizationId, role: "viewer" })]);
    expect(JSON.stringify(body)).not.toContain(theirs.projectId);
  });

  it("passes the second step of the account, and is still in that organization alone", async () => {
    holdStep();
    const email = as("cy");
    const theirs = await createTestOwner(email);
    await joinOrganization(owner.organizationId, theirs.userId, "viewer");
    const phone = await setUpPhone(await sessionCookie(theirs.userId), theirs.userId);
    const answer = await signInBySso(email);
    expect(hasSession(answer)).toBe(false);
    expect(answer.location).toMatch(/^http:\/\/localhost:3000\/login\?step=code/);
    const { cookies } = await finishSignIn(answer.cookie, codeNow(phone.secret), {
      ...{ address: undefined, requestId: "r", device: null },
    });
    const caller = await callerOf(String(cookies[0]?.split(";")[0]));
    expect(caller).toMatchObject({ organizationId: owner.organizationId, by: { confined: true } });
  });

  it("ends at once when the provider is turned off, and cannot come in while it is", async () => {
    const email = as("dan");
    await createTestOwner(email).then(({ userId }) => joinOrganization(owner.organizationId, userId, "viewer"));
    const { cookie } = await signInBySso(email);
    const underWay = await goAndReturn(email);
    await changeProvider(owner.cookie, providerId, { enabled: false });
    expect(await callerOf(cookie)).toBeNull();
    await expect(signInBySso(email)).rejects.toThrow("There is no single sign-on for this email.");
    expect((await comeBack(underWay)).location).toContain("error=SsoEnded");
    await changeProvider(owner.cookie, providerId, { enabled: true });
    expect(hasSession(await signInBySso(email))).toBe(true);
  });

  it("gives the account to its person: a password that a stranger set with an invitation ends", async () => {
    const email = as("eve");
    const { userId } = await createTestOwner(email);
    await queryRows("test.unproven", "UPDATE app_user SET email_verified = NULL WHERE id = $1", [userId]);
    const strangers = await sessionCookie(userId);
    await joinOrganization(owner.organizationId, userId, "viewer");
    expect(hasSession(await signInBySso(email))).toBe(true);
    expect(await callerOf(strangers)).toBeNull();
    expect((await db.user.findUnique({ where: { id: userId } }))?.passwordHash).toBeNull();
  });
});

describe("a person who is no member", () => {
  it("stays outside unless the provider creates members, and then has the default role", async () => {
    const email = as("new");
    const outside = await signInBySso(email);
    expect(outside.location).toBe("http://localhost:3000/login?error=SsoNoAccount");
    expect(await db.user.count({ where: { email } })).toBe(0);
    await changeProvider(owner.cookie, providerId, { creates_members: true, default_role: "developer" });
    expect((await callerOf((await signInBySso(email)).cookie))?.by).toMatchObject({ role: "developer" });
    const events = await db.auditEvent.findMany({ where: { organizationId: owner.organizationId } });
    expect(events.filter(({ action }) => action === "member.join_by_sso")).toMatchObject([
      { facts: { role: "developer", provider: "Okta" } },
    ]);
  });

  it("stays outside with an email that is not vouched for, or of a domain that another organization has proven", async () => {
    await changeProvider(owner.cookie, providerId, { creates_members: true });
    const other = await createTestOwner();
    await storeDomain(other.organizationId, `other-${domain}`, null);
    const hint = `anyone@${domain}`;
    for (const claims of [
      { email_verified: false },
      { email_verified: undefined },
      { email: `mallory@other-${domain}` },
      { email: `mallory@sub.${domain}` },
      { email: `mallory@nowhere.example@${domain}.evil.example` },
    ]) {
      as("mallory", claims);
      const answer = await signInBySso(hint);
      expect([claims, answer.location]).toEqual([claims, "http://localhost:3000/login?error=SsoNoEmail"]);
    }
    await changeProvider(owner.cookie, providerId, { trusts_emails: true });
    as("mallory", { email_verified: false });
    expect(hasSession(await signInBySso(hint))).toBe(false);
    as("silent", { email_verified: undefined });
    expect(hasSession(await signInBySso(hint))).toBe(true);
  });

  it("stays outside with an email of a domain that leads to another provider, or to none", async () => {
    await changeProvider(owner.cookie, providerId, { creates_members: true, trusts_emails: true });
    const another = await addProvider(owner.cookie, server);
    await storeDomain(owner.organizationId, `staff-${domain}`, another);
    await storeDomain(owner.organizationId, `parked-${domain}`, null);
    for (const place of ["staff", "parked"]) {
      const email = `boss@${place}-${domain}`;
      const { userId } = await createTestOwner(email);
      await joinOrganization(owner.organizationId, userId, "owner");
      as(`mallory of ${place}`, { email });
      const answer = await signInBySso(`anyone@${domain}`);
      expect([place, answer.location]).toEqual([place, "http://localhost:3000/login?error=SsoNoEmail"]);
    }
  });

  it("stays outside with what is no email, also if it would become a colleague’s in small letters", async () => {
    await changeProvider(owner.cookie, providerId, { creates_members: true });
    const { userId } = await createTestOwner(`kim@${domain}`);
    await joinOrganization(owner.organizationId, userId, "owner");
    for (const email of [`\u212aim@${domain}`, `a\0b@${domain}`, `a b@${domain}`, `x@${domain}/y`]) {
      as("mallory", { email });
      const answer = await signInBySso(`anyone@${domain}`);
      expect([email, answer.location]).toEqual([email, "http://localhost:3000/login?error=SsoNoEmail"]);
    }
  });

  it("is called as the provider says, in one line that can be stored", async () => {
    await changeProvider(owner.cookie, providerId, { creates_members: true });
    for (const [name, expected] of [
      ["Ada\0 \u202eecalevoL\n", "Ada\ufffd ecalevoL"],
      [`${"n".repeat(99)}\u{1f600}`, "n".repeat(99)],
      ["\u200b", null],
    ] as const) {
      const email = as(`named ${name.length}`.replace(" ", "-"), { name });
      await signInBySso(email);
      expect((await db.user.findUnique({ where: { email } }))?.name).toBe(expected);
    }
  });

  it("who was taken out comes back only by what lets new members in", async () => {
    await changeProvider(owner.cookie, providerId, { creates_members: true });
    const email = as("gone");
    await signInBySso(email);
    await db.member.deleteMany({ where: { user: { email } } });
    await changeProvider(owner.cookie, providerId, { creates_members: false });
    expect((await signInBySso(email)).location).toContain("error=SsoNoAccount");
    await changeProvider(owner.cookie, providerId, { creates_members: true });
    as("gone", { email_verified: false });
    expect((await signInBySso(email)).location).toContain("error=SsoNoEmail");
  });
});

describe("groups", () => {
  const GROUPS = [
    { group: "staff", role: "viewer" },
    { group: "admins", role: "admin" },
    { group: "devs", role: "developer" },
  ];

  it("give the most powerful of their roles at each sign-in, or the default", async () => {
    await changeProvider(owner.cookie, providerId, {
      ...{ creates_members: true, default_role: "auditor", groups_claim: "groups", group_roles: GROUPS },
    });
    for (const [groups, role] of [
      [["staff", "devs"], "developer"],
      [["devs", "admins"], "admin"],
      [["Admins"], "auditor"],
      [undefined, "auditor"],
      [["staff"], "viewer"],
    ] as const) {
      const email = as("fay", groups && { groups: [...groups] });
      const { cookie } = await signInBySso(email);
      expect([groups, (await callerOf(cookie))?.by]).toMatchObject([groups, { role }]);
      expect(await roleIn(email)).toBe(role);
    }
  });

  it("neither make an owner nor unmake one", async () => {
    await changeProvider(owner.cookie, providerId, { groups_claim: "groups", group_roles: GROUPS });
    const email = as("boss", { groups: ["staff"] });
    const { userId } = await createTestOwner(email);
    await joinOrganization(owner.organizationId, userId, "owner");
    await signInBySso(email);
    expect(await roleIn(email)).toBe("owner");
    const body = { group_roles: [{ group: "bosses", role: "owner" }] };
    await expect(changeProvider(owner.cookie, providerId, body)).rejects.toThrow("must be admin");
  });
});

/** Single sign-on as a rule of an organization: no other sign-in opens it, owners keep a way back, and keys work on. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATCH as setRule, GET as getSso } from "@/app/api/v3/internal/patchbay/organization/sso/route";
import { POST as leave } from "@/app/api/v3/internal/patchbay/organization/leave/route";
import { PATCH as changeRole } from "@/app/api/v3/internal/patchbay/members/[user_id]/route";
import { POST as turnOff } from "@/app/api/v3/internal/patchbay/profile/second_factor/turn_off/route";
import {
  DELETE as deleteDomain,
  PATCH as leadDomain,
} from "@/app/api/v3/internal/patchbay/organization/sso/domains/[id]/route";
import {
  DELETE as deleteProvider,
  PATCH as updateProvider,
} from "@/app/api/v3/internal/patchbay/organization/sso/providers/[id]/route";
import { db } from "@/lib/kernel/database/db";
import { findOpenOperations, operationsOf } from "@/test/attacker/find-open-operations";
import { addMember, callRoute, type Someone } from "@/test/builders/members";
import { createTestOwner, sessionCookie, soon } from "@/test/builders/owners";
import { startSecondCopy } from "@/test/children/second-copy";
import { codeNow, holdStep, setUpPhone } from "@/test/clients/second-factor";
import { addProvider, changeProvider, storeDomain } from "@/test/clients/sso";
import { holdTime } from "@/test/setup/hold-time";
import { changeGeneration } from "../announce-change";
import type { ProjectCaller } from "../caller";
import { onAccessEnd } from "../on-access-end";
import { resetSecondFactor } from "../factors/reset-second-factor";
import { findCallerBySignIn, sealSignIn } from "../sign-in/sign-in-caller";
import { startSignIn } from "../sign-in/sign-in-rows";
import { allowPasswords } from "./set-sso-rule";

// Changes are seen because they are announced.
beforeAll(holdTime);
beforeAll(() =>
  soon(
    async () => changeGeneration(),
    (generation) => generation !== null,
  ),
);

type Owner = Awaited<ReturnType<typeof createTestOwner>>;
let owner: Owner;
let cookie: string;
let secret: string;
let member: Someone;
let providerId: string;
let domainId: string;
let count = 0;

beforeEach(async () => {
  holdStep();
  owner = await createTestOwner();
  cookie = await sessionCookie(owner.userId);
  ({ secret } = await setUpPhone(cookie, owner.userId));
  member = await addMember(owner, "admin");
  providerId = await addProvider(cookie, { issuer: "http://127.0.0.1:1", clientId: "c", clientSecret: "s" });
  await storeDomain(owner.organizationId, `rule${++count}.example`, providerId);
  ({ id: domainId } = await db.ssoDomain.findFirstOrThrow({ where: { organizationId: owner.organizationId } }));
});

const require = (required = true, by = cookie) => callRoute(setRule, { cookie: by }, { body: { required } });
const isRefused = (of: string, projectId?: string) =>
  findCallerBySignIn(of, projectId).then(
    () => false,
    (error: { details?: { slug?: string } }) => error.details?.slug === "SsoRequired",
  );

/** A sign-in of the person by the provider, or without it with a second factor. */
async function signIn(userId: string, by: string | null): Promise<string> {
  const { sessionVersion } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const sessionId = await startSignIn(userId, sessionVersion, { isFactorProven: true, providerId: by });
  const token = await sealSignIn({ sub: userId, sessionId: sessionId ?? "", name: null, email: null });
  return `next-auth.session-token=${token}`;
}

describe("the rule", () => {
  it("403: is set by an owner alone, in a fresh sign-in, and of their own organization", async () => {
    expect((await require(true, member.cookie)).status).toBe(403);
    const stranger = await createTestOwner();
    expect((await require(true, await sessionCookie(stranger.userId))).status).toBe(409);
    await db.userSession.updateMany({ where: { userId: owner.userId }, data: { provenAt: new Date(0) } });
    expect((await require()).body).toMatchObject({ error: { slug: "FreshSignInRequired" } });
    expect(await isRefused(member.cookie)).toBe(false);
  });

  it("409: is refused while nobody could come in by a provider, or no owner without one", async () => {
    await db.ssoDomain.update({ where: { id: domainId }, data: { provenDomain: null } });
    expect((await require()).body.error?.message).toContain("no proven domain leads to a provider");
    await db.ssoDomain.update({ where: { id: domainId }, data: { provenDomain: `again${count}.example` } });
    await changeProvider(cookie, providerId, { enabled: false });
    expect((await require()).status).toBe(409);
    await changeProvider(cookie, providerId, { enabled: true });
    await db.user.update({ where: { id: owner.userId }, data: { passwordHash: null } });
    expect((await require()).body.error?.message).toContain("No owner could come in");
    expect((await callRoute(getSso, { cookie })).body).toMatchObject({ required: false, owners_with_password: 0 });
  });

  it("closes every operation of the organization to a password, whichever project is named", async () => {
    expect((await require()).body).toMatchObject({ required: true, owners_with_password: 1 });
    const people = operationsOf(["project", "session", "organization"]);
    const how = { cookie: member.cookie, project: owner.projectId, refusal: "requires single sign-on" };
    expect(await findOpenOperations(people, how)).toEqual([]);
    expect(people.length).toBeGreaterThan(200);
    const event = { organizationId: owner.organizationId, action: "organization.require_sso" };
    expect(await db.auditEvent.findFirst({ where: event })).toMatchObject({ facts: { from: "false", to: "true" } });
  }, 120_000);

  it("closes it for open streams and in another copy of the app, until it is turned off", async () => {
    const copy = startSecondCopy();
    const { ended: ending } = await copy.watch("cookie", member.cookie);
    const caller = await findCallerBySignIn(member.cookie);
    const here = new Promise<void>((resolve) => void onAccessEnd(caller as ProjectCaller, resolve));
    await require();
    await here;
    expect(await ending).toBe("ended");
    expect(await copy.project("cookie", member.cookie)).toContain("requires single sign-on");
    await require(false);
    await soon(
      () => copy.project("cookie", member.cookie),
      (project) => project === owner.projectId,
    );
    expect(await isRefused(member.cookie)).toBe(false);
    copy.stop();
  });

  it("is open to a sign-in by the provider, until its person is removed", async () => {
    await require();
    const bySso = await signIn(member.userId, providerId);
    expect((await findCallerBySignIn(bySso))?.projectId).toBe(owner.projectId);
    await db.member.deleteMany({ where: { userId: member.userId } });
    await require();
    await expect(findCallerBySignIn(bySso)).rejects.toMatchObject({ status: 403 });
  });
});

it("409: the last provider that leads in, and its domain, stay while it is required", async () => {
  const setProvider = (body: object) => callRoute(updateProvider, { cookie }, { params: { id: providerId }, body });
  const changes = [
    () => setProvider({ enabled: false }),
    () => callRoute(deleteProvider, { cookie }, { params: { id: providerId } }),
    () => callRoute(leadDomain, { cookie }, { params: { id: domainId }, body: { provider_id: null } }),
    () => callRoute(deleteDomain, { cookie }, { params: { id: domainId } }),
  ];
  await require();
  for (const change of changes) {
    const { status, body } = await change();
    expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining("Stop requiring it first")]);
  }
  expect((await setProvider({ name: "Another name" })).status).toBe(200);
  const other = await addProvider(cookie, { issuer: "http://127.0.0.1:1", clientId: "d", clientSecret: "s" });
  expect((await callRoute(deleteProvider, { cookie }, { params: { id: other } })).status).toBe(200);
  await require(false);
  expect((await setProvider({ enabled: false })).status).toBe(200);
});

describe("a way back", () => {
  it("has an owner with a second factor, whose other sign-ins end", async () => {
    const earlier = await signIn(owner.userId, null);
    await require();
    expect(await findCallerBySignIn(earlier)).toBeNull();
    expect((await findCallerBySignIn(cookie))?.projectId).toBe(owner.projectId);
    expect((await findCallerBySignIn(await signIn(owner.userId, null)))?.projectId).toBe(owner.projectId);
  });

  it("has no owner who sets it up, or becomes one, later: a thief of the password could do that", async () => {
    await db.member.updateMany({ where: { userId: member.userId }, data: { role: "owner" } });
    const admin = await addMember(owner, "admin");
    const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: owner.userId } });
    await db.user.updateMany({ where: { id: { in: [member.userId, admin.userId] } }, data: { passwordHash } });
    await setUpPhone(admin.cookie, admin.userId);
    await require();
    await setUpPhone(member.cookie, member.userId);
    await db.member.updateMany({ where: { userId: admin.userId }, data: { role: "owner" } });
    for (const { userId } of [member, admin]) expect(await isRefused(await signIn(userId, null))).toBe(true);
    expect((await require()).body).toMatchObject({ owners_with_password: 3 });
    for (const { userId } of [member, admin]) expect(await isRefused(await signIn(userId, null))).toBe(false);
  });

  it("ends with the second factor: a thief of the password could set up the next one", async () => {
    await require();
    expect((await findCallerBySignIn(cookie))?.projectId).toBe(owner.projectId);
    await resetSecondFactor(owner.email);
    await setUpPhone(await sessionCookie(owner.userId), owner.userId);
    expect(await isRefused(await signIn(owner.userId, null))).toBe(true);
  });

  it("409: stays with one owner, who cannot leave, lose the role, or go without a second factor", async () => {
    await db.member.updateMany({ where: { userId: member.userId }, data: { role: "owner" } });
    await require();
    expect((await callRoute(leave, { cookie })).body.error?.message).toContain("if the provider fails");
    const bySso = await signIn(member.userId, providerId);
    const demotion = { params: { user_id: owner.userId }, body: { role: "viewer" } };
    expect((await callRoute(changeRole, { cookie: bySso }, demotion)).status).toBe(409);
    expect((await callRoute(turnOff, { cookie }, { body: { code: codeNow(secret) } })).status).toBe(409);
    const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: owner.userId } });
    await db.user.update({ where: { id: member.userId }, data: { passwordHash } });
    await setUpPhone(member.cookie, member.userId);
    await require();
    const withStep = await signIn(member.userId, providerId);
    expect((await callRoute(changeRole, { cookie: withStep }, demotion)).status).toBe(200);
    // The role alone does not come back with the way in.
    await db.member.updateMany({ where: { userId: owner.userId }, data: { role: "owner" } });
    expect(await isRefused(cookie)).toBe(true);
  });

  it("is the operator's command in the end, whose event is in the trail", async () => {
    await require();
    await db.member.updateMany({ where: { userId: owner.userId }, data: { keepsPassword: false } });
    await expect(allowPasswords(member.email)).rejects.toMatchObject({ status: 409 });
    await allowPasswords(owner.email);
    expect(await isRefused(member.cookie)).toBe(false);
    const event = { organizationId: owner.organizationId, actorKind: "operator" };
    expect(await db.auditEvent.findFirst({ where: event })).toMatchObject({ action: "organization.require_sso" });
    await expect(allowPasswords(owner.email)).rejects.toMatchObject({ status: 409 });
  });
});

/** Two-step sign-in as a rule of an organization: no door is open to a member without it, and keys work on. */
import { beforeAll, beforeEach, expect, it } from "vitest";
import { GET as listMembers } from "@/app/api/v3/internal/patchbay/members/route";
import { POST as acceptInvitation } from "@/app/api/v3/internal/patchbay/invitations/accept/route";
import { PATCH as setRule } from "@/app/api/v3/internal/patchbay/organization/second_step/route";
import { POST as turnOff } from "@/app/api/v3/internal/patchbay/profile/second_factor/turn_off/route";
import { GET as getSession } from "@/app/api/v3/internal/patchbay/session/route";
import { db } from "@/lib/kernel/database/db";
import { linkFor, newEmail, sign } from "@/test/builders/invitations";
import { addMember, callRoute, joinOrganization, type Someone } from "@/test/builders/members";
import { createTestOwner, sessionCookie, soon } from "@/test/builders/owners";
import { startSecondCopy } from "@/test/children/second-copy";
import { findOpenOperations, operationsOf } from "@/test/attacker/find-open-operations";
import { ask } from "@/test/attacker/tenants";
import { codeNow, holdStep, setUpPhone } from "@/test/clients/second-factor";
import { holdTime } from "@/test/setup/hold-time";
import { changeGeneration } from "../announce-change";
import type { ProjectCaller } from "../caller";
import { createApiKey } from "../keys/api-keys";
import { createUserKey } from "../keys/create-user-key";
import { onAccessEnd } from "../on-access-end";
import type { Owned } from "../people/owners";
import { findCallerBySignIn, findUserBySignIn } from "../sign-in/sign-in-caller";
import { startSignIn } from "../sign-in/sign-in-rows";
import { resetSecondFactor } from "./reset-second-factor";

// Changes are seen because they are announced.
beforeAll(holdTime);
beforeAll(() =>
  soon(
    async () => changeGeneration(),
    (generation) => generation !== null,
  ),
);

let owner: Owned & { email: string };
let cookie: string;
let secret: string;
let member: Someone;

beforeEach(async () => {
  holdStep();
  owner = await createTestOwner();
  cookie = await sessionCookie(owner.userId);
  ({ secret } = await setUpPhone(cookie, owner.userId));
  member = await addMember(owner, "admin");
});

const require = (required = true, by = cookie) => callRoute(setRule, { cookie: by }, { body: { required } });
const REFUSAL = { status: 403, details: { slug: "SecondStepRequired" } };
const isHeld = (of: string) =>
  findCallerBySignIn(of).then(
    () => false,
    (error: { details?: { slug?: string } }) => error.details?.slug === "SecondStepRequired",
  );

it("409, 403: only an owner who has two-step sign-in turns it on", async () => {
  const bare = await createTestOwner();
  expect((await require(true, await sessionCookie(bare.userId))).status).toBe(409);
  expect((await require(true, member.cookie)).status).toBe(403);
  await db.userSession.updateMany({ where: { userId: owner.userId }, data: { provenAt: new Date(0) } });
  expect((await require()).body).toMatchObject({ error: { slug: "FreshSignInRequired" } });
  expect(await isHeld(member.cookie)).toBe(false);
});

it("closes every operation to a member without it but the set-up, whichever project they name", async () => {
  const other = await createTestOwner();
  await joinOrganization(other.organizationId, member.userId, "owner");
  expect((await require()).status).toBe(200);
  const people = operationsOf(["project", "session", "organization", "user"]);
  const how = { cookie: member.cookie, project: other.projectId, refusal: "requires two-step sign-in" };
  expect(await findOpenOperations(people, how)).toEqual([
    "getProfile",
    "passkeys.begin",
    "passkeys.create",
    "secondFactor.confirm",
    "secondFactor.get",
    "secondFactor.start",
    "signIn.confirm",
  ]);
  expect(people.length).toBeGreaterThan(200);
  await expect(findUserBySignIn(member.cookie)).rejects.toMatchObject(REFUSAL);
}, 120_000);

it("holds on open streams and in another copy of the app, and ends there with the set-up", async () => {
  const copy = startSecondCopy();
  const { ended: ending } = await copy.watch("cookie", member.cookie);
  const caller = await findCallerBySignIn(member.cookie);
  const here = new Promise<void>((resolve) => void onAccessEnd(caller as ProjectCaller, resolve));
  await require();
  await here;
  expect(await ending).toBe("ended");
  expect(await copy.project("cookie", member.cookie)).toContain("requires two-step sign-in");
  await setUpPhone(member.cookie, member.userId);
  await soon(
    () => copy.project("cookie", member.cookie),
    (project) => project === owner.projectId,
  );
  await resetSecondFactor(member.email);
  await soon(
    () => copy.project("cookie", member.cookie),
    (answer) => answer.includes("requires two-step sign-in"),
  );
  expect(await isHeld(member.cookie)).toBe(true);
  await require(false);
  expect(await isHeld(member.cookie)).toBe(false);
  copy.stop();
});

it("frees no other sign-in of a person who sets it up: a thief can have one", async () => {
  const thiefs = await sessionCookie(member.userId);
  await require();
  await setUpPhone(member.cookie, member.userId);
  expect(await isHeld(member.cookie)).toBe(false);
  expect(await findCallerBySignIn(thiefs)).toBeNull();
});

it("409: nobody turns it off for themselves while it is required", async () => {
  await require();
  expect((await callRoute(turnOff, { cookie }, { body: { code: codeNow(secret) } })).status).toBe(409);
  await require(false);
  await db.secondFactor.updateMany({ where: { userId: owner.userId }, data: { lastStep: 0 } });
  expect((await callRoute(turnOff, { cookie }, { body: { code: codeNow(secret) } })).status).toBe(200);
});

it("holds a person who joins by an invitation, new or with a sign-in from before", async () => {
  await require();
  const email = newEmail();
  const { body } = await sign(await linkFor({ cookie }, email), { name: "Guest" });
  const { id } = body.user as { id: string };
  expect(await startSignIn(id, 1)).not.toBeNull();
  expect(await isHeld(await sessionCookie(id))).toBe(true);
  const friend = await createTestOwner();
  const old = await sessionCookie(friend.userId);
  expect(await isHeld(old)).toBe(false);
  const token = await linkFor({ cookie }, friend.email);
  expect((await callRoute(acceptInvitation, { cookie: old }, { body: { token } })).status).toBe(200);
  expect(await isHeld(old)).toBe(true);
  expect((await callRoute(getSession, { cookie: old })).body).toMatchObject({ error: { slug: "SecondStepRequired" } });
});

it("asks no key, and shows who lacks it to those who change members", async () => {
  const { key } = await createApiKey(owner.projectId, { name: "program" });
  const { key: userKey } = await createUserKey(
    { organizationId: owner.organizationId, userId: member.userId },
    { name: "cli" },
  );
  await require();
  for (const [header, value] of Object.entries({ "x-api-key": key, "x-user-api-key": userKey }))
    expect((await ask({ [header]: value }, "GET", "/api/v3/auth_configs")).status).toBe(200);
  const { body } = await callRoute(listMembers, { cookie });
  expect(body).toMatchObject({
    second_step_required: true,
    items: [
      { id: owner.userId, has_second_step: true },
      { id: member.userId, has_second_step: false },
    ],
  });
  const auditor = await addMember(owner, "auditor");
  await setUpPhone(auditor.cookie, auditor.userId);
  const list = await callRoute(listMembers, { cookie: auditor.cookie });
  expect(JSON.stringify(list.body)).not.toContain("has_second_step");
  const event = { organizationId: owner.organizationId, action: "organization.require_second_step" };
  expect(await db.auditEvent.findFirst({ where: event })).toMatchObject({ facts: { from: "false", to: "true" } });
});

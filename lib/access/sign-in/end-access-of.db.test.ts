/** A recovered account: whoever had it before keeps no key that acts as the person. */
import { beforeEach, expect, it } from "vitest";
import { POST as createSession } from "@/app/api/v3/cli/create-session/route";
import { GET as getSession } from "@/app/api/v3/cli/get-session/route";
import { POST as confirm } from "@/app/api/v3/internal/patchbay/cli_sessions/confirm/route";
import { POST as changePassword } from "@/app/api/v3/internal/patchbay/profile/password/route";
import { POST as signOut } from "@/app/api/v3/internal/patchbay/profile/sign_out_everywhere/route";
import { db } from "@/lib/kernel/database/db";
import { callRoute, joinOrganization } from "@/test/builders/members";
import { createTestOwner, PASSWORD, sessionCookie } from "@/test/builders/owners";
import { createUserKey } from "../keys/create-user-key";
import { findUserByKey } from "../keys/find-caller-by-user-key";
import type { Owned } from "../people/owners";
import { provision } from "../provision";
import { findOrLink } from "./sign-in";

type Tested = Owned & { email: string };

let owner: Tested;
let keys: string[];
let waitingId: string;
let othersKey: string;

const keyIn = async (organizationId: string, userId: string) =>
  (await createUserKey({ organizationId, userId }, { name: "laptop" })).key;

beforeEach(async () => {
  owner = await createTestOwner();
  const other = await createTestOwner();
  await joinOrganization(other.organizationId, owner.userId, "admin");
  keys = [await keyIn(owner.organizationId, owner.userId), await keyIn(other.organizationId, owner.userId)];
  othersKey = await keyIn(other.organizationId, other.userId);
  const { body } = await callRoute(createSession, {}, { body: { scope: "user" } });
  waitingId = body.id as string;
  const cookie = await sessionCookie(owner.userId);
  expect((await callRoute(confirm, { cookie }, { body: { cli_key: waitingId, code: body.code } })).status).toBe(200);
});

const collect = (id: string) =>
  getSession(new Request(`http://localhost:3000${getSession.op.path}?id=${id}`), { params: Promise.resolve({}) });

const ENDS: [string, (person: Tested) => Promise<unknown>][] = [
  [
    "a changed password",
    async ({ userId }) => {
      const body = { current_password: PASSWORD, new_password: "another sentence for tests" };
      expect((await callRoute(changePassword, { cookie: await sessionCookie(userId) }, { body })).status).toBe(200);
    },
  ],
  [
    "a sign-out everywhere",
    async ({ userId }) => callRoute(signOut, { cookie: await sessionCookie(userId) }, { body: {} }),
  ],
  [
    "a password that the operator replaced",
    ({ email }) => provision({ email, projectName: "default", resetPassword: true }),
  ],
  [
    "an email that the provider confirmed",
    async ({ userId, email }) => {
      await db.user.update({ where: { id: userId }, data: { emailVerified: null } });
      await findOrLink({ issuer: "https://id.example.com", subject: email, email, emailVerified: true });
    },
  ],
];

it.each(ENDS)("%s ends the person's keys in every organization, and keys that nobody collected", async (_, end) => {
  for (const key of keys) expect(await findUserByKey(key)).not.toBeNull();
  await end(owner);
  for (const key of keys) expect(await findUserByKey(key)).toBeNull();
  expect((await collect(waitingId)).status).toBe(404);
  expect(await db.apiKey.count({ where: { userId: owner.userId, revokedAt: null } })).toBe(0);
  expect(await findUserByKey(othersKey)).not.toBeNull();
});

it("a sign-in that has ended creates no key, even if a copy of the app still remembers it", async () => {
  const { organizationId, userId } = owner;
  await sessionCookie(userId);
  const { id: sessionId } = await db.userSession.findFirstOrThrow({ where: { userId } });
  await createUserKey({ organizationId, userId, sessionId }, { name: "before" });
  await callRoute(signOut, { cookie: await sessionCookie(userId) }, { body: {} });
  await expect(createUserKey({ organizationId, userId, sessionId }, { name: "after" })).rejects.toMatchObject({
    kind: "Unauthorized",
  });
});

it("a key that a command line collects at the same moment is revoked too", async () => {
  const [answer] = await Promise.all([
    collect(waitingId),
    callRoute(signOut, { cookie: await sessionCookie(owner.userId) }, { body: {} }),
  ]);
  expect([200, 404]).toContain(answer.status);
  expect(await db.apiKey.count({ where: { userId: owner.userId, revokedAt: null } })).toBe(0);
});

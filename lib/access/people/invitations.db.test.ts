/**
 * Invitations: one link works once, for one email and one role. A caller who may not give the role cannot invite to it.
 */
import { beforeEach, describe, expect, it } from "vitest";
import { POST as accept } from "@/app/api/v3/internal/patchbay/invitations/accept/route";
import { DELETE as revoke } from "@/app/api/v3/internal/patchbay/invitations/[id]/route";
import { GET as list, POST as invite } from "@/app/api/v3/internal/patchbay/invitations/route";
import { db } from "@/lib/kernel/database/db";
import { hashToken } from "@/lib/kernel/ids";
import { moveClock } from "@/lib/kernel/time/clock";
import { ask, join, linkFor, look, newEmail, sign } from "@/test/builders/invitations";
import { addMember, callRoute, type Someone } from "@/test/builders/members";
import { createTestOwner, PASSWORD, sessionCookie } from "@/test/builders/owners";
import { queryRows } from "@/test/setup/query-rows";
import { createApiKey } from "../keys/api-keys";
import { changeRole, removeMember } from "./members";
import type { Owned } from "./owners";
import { findCallerBySignIn } from "../sign-in/sign-in-caller";
import { findByPassword } from "../sign-in/sign-in";
import { pruneInvitations } from "./end-invitations";
import { MOST_PENDING } from "./invitations";

const DAY = 86_400_000;
const GUEST = "grace@example.com";
let owner: Owned & Someone;

beforeEach(async () => {
  const newOwner = await createTestOwner();
  owner = { ...newOwner, cookie: await sessionCookie(newOwner.userId) };
});

const as = ({ cookie }: { cookie: string }) => ({ cookie });
const takeBack = (by: Someone, id: string) => callRoute(revoke, as(by), { params: { id } });

const membersWith = (email: string) => db.member.count({ where: { user: { email } } });
const states = async (by: Someone = owner) => {
  const { items } = (await callRoute(list, as(by))).body as unknown as { items: { email: string; state: string }[] };
  return Object.fromEntries(items.map(({ email, state }) => [email, state]));
};

describe("an invitation", () => {
  it("makes an account with its email and its role, and its person signs in", async () => {
    const token = await linkFor(owner, ` ${GUEST.toUpperCase()}`, "viewer");
    expect((await look(token)).body).toMatchObject({ email: GUEST, role: "viewer", has_account: false });
    const { status, body, headers } = await sign(token, { name: " Grace " });
    expect(status).toBe(201);
    expect(body).toMatchObject({ organization_id: owner.organizationId, project_id: owner.projectId });
    expect(headers.getSetCookie(), "no session but one of a sign-in").toEqual([]);
    const guest = await findByPassword(GUEST, PASSWORD, undefined);
    expect(guest).toMatchObject({ email: GUEST, name: "Grace" });
    const caller = await findCallerBySignIn(await sessionCookie(guest?.id ?? ""));
    expect(caller).toMatchObject({ projectId: owner.projectId, by: { role: "viewer" } });
    expect(await states()).toEqual({ [GUEST]: "accepted" });
  });

  it("is stored as a hash, and its token is only behind the # of the link", async () => {
    const { body } = await ask(owner, newEmail());
    const url = new URL(String(body.url));
    expect([url.pathname, url.search]).toEqual(["/register", ""]);
    const token = url.hash.slice(1);
    const [row] = await queryRows<{ row: string }>(
      "test.invitation",
      "SELECT to_jsonb(i)::text AS row FROM invitation i WHERE id = $1",
      [body.id],
    );
    expect(row?.row).toContain(hashToken(token));
    expect(row?.row).not.toContain(token);
    expect(JSON.stringify((await callRoute(list, as(owner))).body)).not.toContain(token);
    expect(JSON.stringify(await db.auditEvent.findMany(), (_, v) => (typeof v === "bigint" ? 0 : v))).not.toContain(
      token,
    );
  });

  it("is accepted by the existing account of its person, which keeps its password, in its session only", async () => {
    const there = await createTestOwner();
    const token = await linkFor(owner, there.email, "admin");
    expect((await look(token)).body).toMatchObject({ has_account: true });
    expect((await sign(token, { password: "a password of a stranger" })).status).toBe(409);
    const stranger = await createTestOwner();
    expect((await join({ cookie: await sessionCookie(stranger.userId) }, token)).status).toBe(403);
    expect((await callRoute(accept, {}, { body: { token } })).status).toBe(401);
    const cookie = await sessionCookie(there.userId);
    expect((await callRoute(accept, { cookie, origin: "https://evil.example" }, { body: { token } })).status).toBe(403);
    expect((await join({ cookie }, token)).body).toEqual({
      organization_id: owner.organizationId,
      project_id: owner.projectId,
    });
    expect((await findCallerBySignIn(cookie, owner.projectId))?.by.role).toBe("admin");
    expect(await findByPassword(there.email, PASSWORD, undefined)).not.toBeNull();
  });

  it("works once; used, expired, withdrawn, replaced and invented ones get the same 410", async () => {
    const usedToken = await linkFor(owner, newEmail());
    await sign(usedToken);
    const email = newEmail();
    const replaced = await linkFor(owner, email);
    const { body: invitation } = await ask(owner, email);
    const takenBack = new URL(String(invitation.url)).hash.slice(1);
    expect((await takeBack(owner, String(invitation.id))).body).toEqual({ id: invitation.id, revoked: true });
    expect((await takeBack(owner, String(invitation.id))).body).toEqual({ id: invitation.id, revoked: false });
    const expired = await linkFor(owner, newEmail());
    const back = moveClock(7 * DAY + 1000);
    const cookie = await sessionCookie(owner.userId);
    const sentences = new Set<string>();
    for (const token of [usedToken, replaced, takenBack, expired, "invite_made-up"])
      for (const answer of [await look(token), await sign(token), await join({ cookie }, token)]) {
        expect(answer.status).toBe(410);
        sentences.add(answer.body.error?.message ?? "");
      }
    expect([...sentences]).toEqual(["This invitation doesn't work: it has been used, expired or revoked."]);
    back();
  });

  it("makes one member when it is used by two browsers at the same moment", async () => {
    const email = newEmail();
    const token = await linkFor(owner, email);
    const both = await Promise.all([sign(token), sign(token, { name: "Second" })]);
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(both.filter(({ status }) => status === 409 || status === 410)).toHaveLength(1);
    expect([await membersWith(email), await db.user.count({ where: { email } })]).toEqual([1, 1]);
    const there = await createTestOwner();
    const second = await linkFor(owner, there.email);
    const cookie = await sessionCookie(there.userId);
    const answers = await Promise.all([join({ cookie }, second), join({ cookie }, second), join({ cookie }, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    expect(await membersWith(there.email)).toBe(2);
  });

  it("does not change the role of a person who became a member in another way", async () => {
    const there = await createTestOwner();
    const token = await linkFor(owner, there.email, "admin");
    await db.member.create({ data: { organizationId: owner.organizationId, userId: there.userId, role: "viewer" } });
    const cookie = await sessionCookie(there.userId);
    expect((await join({ cookie }, token)).status).toBe(200);
    expect((await findCallerBySignIn(cookie, owner.projectId))?.by.role).toBe("viewer");
  });

  it("is deleted a month after its expiry", async () => {
    await linkFor(owner, newEmail());
    const back = moveClock(36 * DAY);
    await pruneInvitations();
    expect(await db.invitation.count({ where: { organizationId: owner.organizationId } })).toBe(1);
    const further = moveClock(38 * DAY);
    await pruneInvitations();
    expect(await db.invitation.count({ where: { organizationId: owner.organizationId } })).toBe(0);
    further();
    back();
  });
});

describe("the inviter", () => {
  it("gives no role above their own; developers, viewers and auditors get 403, keys get 401", async () => {
    const admin = await addMember(owner, "admin");
    expect((await ask(admin, newEmail(), "owner")).status).toBe(403);
    expect((await ask(admin, newEmail(), "admin")).status).toBe(201);
    for (const role of ["developer", "viewer", "auditor"] as const) {
      const member = await addMember(owner, role);
      for (const newRole of ["owner", "admin", "viewer"])
        expect((await ask(member, newEmail(), newRole)).status).toBe(403);
    }
    const { key } = await createApiKey(owner.projectId, { name: "tests" });
    const input = { body: { email: newEmail(), role: "viewer" } };
    expect((await callRoute(invite, { "x-api-key": key }, input)).status).toBe(401);
    expect((await callRoute(invite, { ...as(owner), origin: "https://evil.example" }, input)).status).toBe(403);
  });

  it("gets 403 as an admin for an owner's invitation, and 404 for another organization's", async () => {
    const admin = await addMember(owner, "admin");
    const { body } = await ask(owner, newEmail(), "owner");
    expect((await takeBack(admin, String(body.id))).status).toBe(403);
    const other = await createTestOwner();
    const there = { ...other, cookie: await sessionCookie(other.userId) };
    expect((await takeBack(there, String(body.id))).status).toBe(404);
    expect(Object.values(await states())).toEqual(["pending"]);
    expect(await states(there)).toEqual({});
  });

  it("loses open invitations on removal, and those above a smaller role with the role", async () => {
    const leaver = await addMember(owner, "admin");
    const theirs = await linkFor(leaver, newEmail(), "admin");
    const others = await linkFor(owner, newEmail());
    await removeMember(owner, leaver.userId);
    expect([(await look(theirs)).status, (await look(others)).status]).toEqual([410, 200]);
    const second = await addMember(owner, "owner");
    const [high, low] = [await linkFor(second, newEmail(), "owner"), await linkFor(second, newEmail(), "viewer")];
    await changeRole(owner, second.userId, "admin");
    expect([(await look(high)).status, (await look(low)).status]).toEqual([410, 200]);
    await changeRole(owner, second.userId, "developer");
    expect((await look(low)).status).toBe(410);
  });

  it("gets 409 for inviting a member, and does not learn of accounts elsewhere on this server", async () => {
    const member = await addMember(owner, "viewer");
    expect((await ask(owner, member.email)).status).toBe(409);
    const there = await createTestOwner();
    const [knownResponse, unknown] = [await ask(owner, there.email), await ask(owner, newEmail())];
    const shape = ({ status, body }: typeof knownResponse) => [status, Object.keys(body).sort()];
    expect(shape(knownResponse)).toEqual(shape(unknown));
  });

  it("gets 409 above the limit of open invitations; a new one for the same email replaces the old", async () => {
    const email = newEmail();
    await linkFor(owner, email);
    await queryRows(
      "test.many",
      `INSERT INTO invitation (id, organization_id, email, role, hash, created_by, created_at, expires_at)
       SELECT 'inv_' || n || $1, $1, 'many' || n || '@example.com', 'viewer', 'h' || n || $1, $2, now(), now() + interval '1 day'
       FROM generate_series(2, $3::int) n`,
      [owner.organizationId, owner.userId, MOST_PENDING],
    );
    expect((await ask(owner, newEmail())).status).toBe(409);
    expect((await ask(owner, email)).status).toBe(201);
  });

  it("gets 400 without an email and a role, or with a name that is too long", async () => {
    const long = `${"a".repeat(64)}@${"b".repeat(300)}.example`;
    for (const email of ["", "no email", "a@b@c", long, "ada@example.com\r\nbcc: eve@example.com"])
      expect((await ask(owner, email)).status, email).toBe(400);
    expect((await ask(owner, newEmail(), "superuser")).status).toBe(400);
    const token = await linkFor(owner, newEmail());
    expect((await sign(token, { name: "x".repeat(101) })).status).toBe(400);
    expect((await sign(token, { password: "short" })).status).toBe(400);
    expect((await look("x".repeat(201))).status).toBe(400);
    expect((await look(token)).status).toBe(200);
  });
});

describe("the audit trail", () => {
  it("contains who invited, who withdrew and who came in", async () => {
    await db.auditEvent.deleteMany();
    const first = await ask(owner, newEmail());
    await takeBack(owner, String(first.body.id));
    const { body } = await sign(await linkFor(owner, newEmail()));
    const there = await createTestOwner();
    await join({ cookie: await sessionCookie(there.userId) }, await linkFor(owner, there.email));
    const { organizationId } = owner;
    const done = { organizationId, outcome: "done" };
    const createEvent = { ...done, actorId: owner.userId, action: "invitation.create" };
    expect(await db.auditEvent.findMany({ orderBy: { id: "asc" } })).toMatchObject([
      { ...createEvent, target: first.body.id },
      { ...done, actorId: owner.userId, action: "invitation.revoke", target: first.body.id },
      createEvent,
      {
        ...done,
        actorKind: "anonymous",
        action: "invitation.accept",
        target: (body.user as { id: string }).id,
      },
      createEvent,
      { ...done, actorKind: "user", actorId: there.userId, action: "invitation.accept" },
    ]);
  });
});

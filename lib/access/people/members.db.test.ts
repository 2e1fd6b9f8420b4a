/** Members: nobody gets more than their own role allows, one owner stays, and who is removed is out at once. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DELETE as remove, PATCH as change } from "@/app/api/v3/internal/patchbay/members/[user_id]/route";
import { GET as list } from "@/app/api/v3/internal/patchbay/members/route";
import { GET as session } from "@/app/api/v3/internal/patchbay/session/route";
import { PATCH as update } from "@/app/api/v3/internal/patchbay/organization/route";
import { POST as leave } from "@/app/api/v3/internal/patchbay/organization/leave/route";
import { db } from "@/lib/kernel/database/db";
import { createTestOwner, PASSWORD, sessionCookie, soon } from "@/test/builders/owners";
import { addMember, callRoute, type Someone } from "@/test/builders/members";
import { startSecondCopy } from "@/test/children/second-copy";
import { holdTime } from "@/test/setup/hold-time";
import { createApiKey } from "../keys/api-keys";
import type { Owned } from "./owners";
import { findCallerBySignIn } from "../sign-in/sign-in-caller";
import { findByPassword } from "../sign-in/sign-in";
import { flushSeen } from "./record-seen";
import { changeRole, leaveOrganization, removeMember } from "./members";

// Changes are seen because they are announced.
beforeAll(holdTime);

let owner: Owned & Someone;

beforeEach(async () => {
  const newOwner = await createTestOwner();
  owner = { ...newOwner, cookie: await sessionCookie(newOwner.userId) };
});

const as = ({ cookie }: { cookie: string }) => ({ cookie });
const give = (by: Someone, to: string, role: string) =>
  callRoute(change, as(by), { params: { user_id: to }, body: { role } });
const takeOut = (by: Someone, whom: string) => callRoute(remove, as(by), { params: { user_id: whom } });
const roles = async (organizationId = owner.organizationId) =>
  (await db.member.findMany({ where: { organizationId }, select: { role: true } })).map(({ role }) => role).sort();
const roleOf = async (userId: string) => (await db.member.findFirst({ where: { userId } }))?.role;

type MemberList = {
  items: { id: string; role: string; working_api_keys: number; last_seen_at?: string }[];
  roles_to_give: string[];
};
const listMembers = async (by: Someone) => (await callRoute(list, as(by))).body as unknown as MemberList;

describe("the list", () => {
  it("shows members with role, key count and last visit, and which roles the caller may assign", async () => {
    const admin = await addMember(owner, "admin");
    await createApiKey(owner.projectId, { name: "a", createdBy: admin.userId });
    const { id } = await createApiKey(owner.projectId, { name: "b", createdBy: admin.userId });
    await db.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
    await listMembers(admin);
    await flushSeen();
    const { items, roles_to_give: give } = await listMembers(admin);
    expect(items).toMatchObject([
      { id: owner.userId, email: owner.email, role: "owner", working_api_keys: 0 },
      { id: admin.userId, email: admin.email, role: "admin", working_api_keys: 1 },
    ]);
    expect(items.map((member) => member.last_seen_at !== undefined)).toEqual([false, true]);
    expect(give).toEqual(["admin", "developer", "viewer", "auditor"]);
  });

  it("returns 403 to viewers, and contains nobody of another organization", async () => {
    expect((await callRoute(list, as(await addMember(owner, "viewer")))).status).toBe(403);
    const other = await createTestOwner();
    const there = { ...other, cookie: await sessionCookie(other.userId) };
    expect((await listMembers(there)).items.map(({ id }) => id)).toEqual([other.userId]);
  });
});

describe("a role", () => {
  it("is changed at once, also in another process", async () => {
    const member = await addMember(owner, "viewer");
    const copy = startSecondCopy();
    expect(await copy.project("cookie", member.cookie)).toBe(owner.projectId);
    const { ended: ending } = await copy.watch("cookie", member.cookie);
    expect((await give(owner, member.userId, "developer")).status).toBe(200);
    expect(await ending).toBe("ended");
    copy.stop();
    await soon(
      async () => (await findCallerBySignIn(member.cookie))?.by.role,
      (role) => role === "developer",
    );
  });

  it("has its change in the audit trail, with the role before and the one after", async () => {
    const { userId } = await addMember(owner, "viewer");
    await give(owner, userId, "developer");
    const row = await db.auditEvent.findFirst({ where: { action: "member.change_role", target: userId } });
    expect(row?.facts).toEqual({ from: "viewer", to: "developer" });
  });

  it("is not assigned by developers, viewers and auditors (403), not even to themselves", async () => {
    const other = await addMember(owner, "viewer");
    for (const role of ["developer", "viewer", "auditor"] as const) {
      const member = await addMember(owner, role);
      for (const whom of [member.userId, other.userId])
        for (const newRole of ["owner", "admin", "developer", "viewer"])
          expect((await give(member, whom, newRole)).status, `${role} makes ${newRole}`).toBe(403);
      expect((await takeOut(member, other.userId)).status).toBe(403);
      expect(await roleOf(member.userId)).toBe(role);
    }
    expect(await roleOf(other.userId)).toBe("viewer");
  });

  it("is not changed to or from owner by admins (403), not even for themselves", async () => {
    const admin = await addMember(owner, "admin");
    const second = await addMember(owner, "owner");
    expect((await give(admin, admin.userId, "owner")).status).toBe(403);
    expect((await give(admin, second.userId, "viewer")).status).toBe(403);
    expect((await takeOut(admin, second.userId)).status).toBe(403);
    expect(await roles()).toEqual(["admin", "owner", "owner"]);
    const viewer = await addMember(owner, "viewer");
    expect((await give(admin, viewer.userId, "developer")).status).toBe(200);
    expect((await takeOut(admin, viewer.userId)).status).toBe(200);
  });

  it("stays the same if the caller's own role ends while the change runs (403)", async () => {
    const admin = await addMember(owner, "admin");
    const viewer = await addMember(owner, "viewer");
    await db.member.updateMany({ where: { userId: admin.userId }, data: { role: "viewer" } });
    const by = { organizationId: owner.organizationId, userId: admin.userId };
    await expect(changeRole(by, viewer.userId, "admin")).rejects.toMatchObject({ status: 403 });
    await expect(removeMember(by, viewer.userId)).rejects.toMatchObject({ status: 403 });
  });

  it("is not changed for another organization's member, who is also not removed (404)", async () => {
    const other = await createTestOwner();
    expect((await give(owner, other.userId, "viewer")).status).toBe(404);
    expect((await takeOut(owner, other.userId)).status).toBe(404);
    expect(await roleOf(other.userId)).toBe("owner");
  });

  it("is changed by no API key and from no page of another site (401, 403)", async () => {
    const member = await addMember(owner, "viewer");
    const { key } = await createApiKey(owner.projectId, { name: "tests" });
    const input = { params: { user_id: member.userId }, body: { role: "admin" } };
    expect((await callRoute(change, { "x-api-key": key }, input)).status).toBe(401);
    const foreign = { ...as(owner), origin: "https://evil.example" };
    expect((await callRoute(change, foreign, input)).status).toBe(403);
    expect((await callRoute(remove, foreign, input)).status).toBe(403);
    expect((await callRoute(leave, foreign)).status).toBe(403);
    expect(await roleOf(member.userId)).toBe("viewer");
  });

  it("is refused with 400 if it is unknown", async () => {
    const member = await addMember(owner, "viewer");
    for (const role of ["superuser", "", "__proto__", null])
      expect((await give(owner, member.userId, role as string)).status).toBe(400);
    expect(await roleOf(member.userId)).toBe("viewer");
  });
});

describe("the organization's name", () => {
  const rename = (by: Someone, name: string) => callRoute(update, as(by), { body: { name } });
  const nameOf = async ({ organizationId }: Owned) =>
    (await db.organization.findUniqueOrThrow({ where: { id: organizationId } })).name;

  it("is changed by an owner, shown to every member at once, and audited before and after", async () => {
    const viewer = await addMember(owner, "viewer");
    const other = await createTestOwner();
    const before = await nameOf(other);
    expect((await rename(owner, "  Acme ")).body).toEqual({ id: owner.organizationId, name: "Acme" });
    const { organizations } = (await callRoute(session, as(viewer))).body as { organizations?: { name: string }[] };
    expect(organizations?.map(({ name }) => name)).toEqual(["Acme"]);
    const row = await db.auditEvent.findFirst({
      where: { action: "organization.update", organizationId: owner.organizationId },
    });
    expect(row?.facts).toEqual({ name: "Acme", from: "My organization", to: "Acme" });
    expect(await nameOf(other)).toBe(before);
  });

  it("is not changed by admins (403), and is never empty or long (400)", async () => {
    for (const role of ["admin", "developer", "auditor"] as const)
      expect((await rename(await addMember(owner, role), "Taken over")).status, role).toBe(403);
    for (const name of ["", "   ", "x".repeat(101)]) expect((await rename(owner, name)).status, name).toBe(400);
    expect(await nameOf(owner)).toBe("My organization");
  });
});

describe("the last owner", () => {
  it("cannot step down, be removed or leave (409)", async () => {
    await addMember(owner, "admin");
    expect((await give(owner, owner.userId, "admin")).status).toBe(409);
    expect((await takeOut(owner, owner.userId)).status).toBe(409);
    const left = await callRoute(leave, as(owner));
    expect([left.status, left.body.error?.message]).toEqual([
      409,
      "This is the only owner, and an organization needs one.",
    ]);
    expect(await roles()).toEqual(["admin", "owner"]);
  });

  it("stays when two owners leave at the same moment, in any way", async () => {
    const ways = [
      (member: Someone) => changeRole({ ...owner, userId: member.userId }, member.userId, "viewer"),
      (member: Someone) => removeMember({ ...owner, userId: member.userId }, member.userId),
      (member: Someone) => leaveOrganization({ ...owner, userId: member.userId }),
    ];
    for (const [index, way] of ways.entries()) {
      const newOwner = await createTestOwner();
      owner = { ...newOwner, cookie: "" };
      const second = await addMember(owner, "owner");
      const other = ways[(index + 1) % ways.length] ?? way;
      const results = await Promise.allSettled([way(owner), other(second)]);
      expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect((await roles()).filter((role) => role === "owner")).toEqual(["owner"]);
    }
  });

  it("stays when two owners remove each other at the same moment", async () => {
    const second = await addMember(owner, "owner");
    const by = (userId: string) => ({ organizationId: owner.organizationId, userId });
    await Promise.allSettled([
      removeMember(by(owner.userId), second.userId),
      removeMember(by(second.userId), owner.userId),
    ]);
    expect(await roles()).toEqual(["owner"]);
  });
});

describe("a removed member", () => {
  it("is signed out everywhere at once, also in another process, but keys they created stay", async () => {
    const member = await addMember(owner, "developer");
    const { id } = await createApiKey(owner.projectId, { name: "theirs", createdBy: member.userId });
    const copy = startSecondCopy();
    expect(await copy.project("cookie", member.cookie)).toBe(owner.projectId);
    const { ended: ending } = await copy.watch("cookie", member.cookie);
    expect((await takeOut(owner, member.userId)).status).toBe(200);
    expect(await ending).toBe("ended");
    expect(await copy.project("cookie", member.cookie)).toBe("null");
    copy.stop();
    await soon(
      () => findCallerBySignIn(member.cookie),
      (caller) => caller === null,
    );
    expect(await db.userSession.count({ where: { userId: member.userId } })).toBe(0);
    expect(await db.apiKey.count({ where: { id, revokedAt: null } })).toBe(1);
    expect((await takeOut(owner, member.userId)).status).toBe(404);
  });

  it("can sign in again, but reaches no project (403)", async () => {
    const { email, userId, organizationId } = await createTestOwner();
    const second = await addMember({ organizationId } as Owned, "owner");
    await removeMember({ organizationId, userId: second.userId }, userId);
    expect((await findByPassword(email, PASSWORD, undefined))?.id).toBe(userId);
    await expect(findCallerBySignIn(await sessionCookie(userId))).rejects.toMatchObject({ status: 403 });
  });

  it("continues in another organization after signing in again", async () => {
    const other = await createTestOwner();
    const member = await addMember(owner, "developer");
    await db.member.create({ data: { organizationId: other.organizationId, userId: member.userId, role: "viewer" } });
    await removeMember(owner, member.userId);
    const caller = await findCallerBySignIn(await sessionCookie(member.userId), owner.projectId);
    expect(caller).toMatchObject({ projectId: other.projectId, by: { role: "viewer" } });
  });
});

describe("a leaving member", () => {
  it("is signed out if they belong nowhere else, and continues in another organization otherwise", async () => {
    const viewer = await addMember(owner, "viewer");
    expect((await callRoute(leave, as(viewer))).body).toEqual({ id: owner.organizationId, signed_out: true });
    expect(await db.userSession.count({ where: { userId: viewer.userId } })).toBe(0);
    const other = await createTestOwner();
    const member = await addMember(owner, "viewer");
    await db.member.create({ data: { organizationId: other.organizationId, userId: member.userId, role: "admin" } });
    const left = await callRoute(leave, { ...as(member), "x-project-id": owner.projectId });
    expect(left.body).toEqual({ id: owner.organizationId, signed_out: false });
    await soon(
      async () => (await findCallerBySignIn(member.cookie))?.projectId,
      (id) => id === other.projectId,
    );
  });
});

describe("the audit trail", () => {
  it("contains who changed whose role, who removed whom, who left, and who was refused", async () => {
    const [admin, viewer] = [await addMember(owner, "admin"), await addMember(owner, "viewer")];
    await db.auditEvent.deleteMany();
    await give(owner, viewer.userId, "developer");
    await give(admin, owner.userId, "viewer");
    await takeOut(admin, viewer.userId);
    await callRoute(leave, as(admin));
    const common = { organizationId: owner.organizationId };
    expect(await db.auditEvent.findMany({ orderBy: { id: "asc" } })).toMatchObject([
      { ...common, actorId: owner.userId, action: "member.change_role", target: viewer.userId, outcome: "done" },
      { ...common, actorId: admin.userId, action: "member.change_role", target: owner.userId, outcome: "refused" },
      { ...common, actorId: admin.userId, action: "member.remove", target: viewer.userId, outcome: "done" },
      { ...common, actorId: admin.userId, action: "member.leave", target: owner.organizationId, outcome: "done" },
    ]);
  });
});

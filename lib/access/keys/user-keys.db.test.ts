/** Keys of members: they act as the member in a project, and end with the membership. */
import { beforeEach, describe, expect, it } from "vitest";
import { GET as listKeys, POST as createKey } from "@/app/api/v3/internal/patchbay/profile/api_keys/route";
import { DELETE as deleteKey } from "@/app/api/v3/internal/patchbay/profile/api_keys/[id]/route";
import { GET as getProfile, PATCH as changeProfile } from "@/app/api/v3/internal/patchbay/profile/route";
import { POST as createApiKeyRoute } from "@/app/api/v3/internal/patchbay/api_keys/route";
import { GET as getConfig, PATCH as changeConfig } from "@/app/api/v3/org/project/config/route";
import { POST as createProject } from "@/app/api/v3/internal/patchbay/projects/route";
import { db } from "@/lib/kernel/database/db";
import { hashToken } from "@/lib/kernel/ids";
import { addMember, callRoute, joinOrganization, type Someone } from "@/test/builders/members";
import { createTestOwner, sessionCookie, soon } from "@/test/builders/owners";
import { changeGeneration } from "../announce-change";
import { onAccessEnd } from "../on-access-end";
import { changeRole, leaveOrganization, removeMember } from "../people/members";
import type { Owned } from "../people/owners";
import { createProject as addProject } from "../projects/projects";
import { createUserKey } from "./create-user-key";
import { findCallerByUserKey, findUserByKey } from "./find-caller-by-user-key";
import { revokeLeakedKeys } from "./revoke-leaked-keys";

let owner: Owned & { email: string };
let member: Someone;
let key: string;
let keyId: string;
beforeEach(async () => {
  owner = await createTestOwner();
  member = await addMember(owner, "developer");
  const row = await createUserKey({ organizationId: owner.organizationId, userId: member.userId }, { name: "laptop" });
  [key, keyId] = [row.key, row.id];
});

const pairOf = ({ organizationId, projectId }: Owned) => ({ "x-org-id": organizationId, "x-project-id": projectId });
const byKey = () => ({ "x-user-api-key": key });
const manager = () => ({ organizationId: owner.organizationId, userId: owner.userId });

describe("creating a key", () => {
  it("is for every member; the value is shown once, and only its hash is stored", async () => {
    const viewer = await addMember(owner, "viewer");
    const { status, body } = await callRoute(createKey, { cookie: viewer.cookie }, { body: { name: "laptop" } });
    expect([status, body.key]).toEqual([201, expect.stringMatching(/^uak_[0-9A-Za-z]{38}$/)]);
    const row = await db.apiKey.findUniqueOrThrow({ where: { id: body.id as string } });
    expect(row).toMatchObject({ hash: hashToken(body.key as string), kind: "user", userId: viewer.userId });
    const list = await callRoute(listKeys, { cookie: viewer.cookie });
    expect(list.body.items).toEqual([expect.objectContaining({ id: body.id })]);
    expect(JSON.stringify(list.body)).not.toContain(body.key);
  });

  it("stops at 50 working keys", async () => {
    const cookie = member.cookie;
    const calls = Array.from({ length: 60 }, () => callRoute(createKey, { cookie }, { body: { name: "one more" } }));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(49);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
  });

  it("shows and revokes nobody else's keys", async () => {
    const cookie = await sessionCookie(owner.userId);
    expect((await callRoute(listKeys, { cookie })).body.items).toEqual([]);
    expect((await callRoute(deleteKey, { cookie }, { params: { id: keyId } })).status).toBe(404);
    expect(await findUserByKey(key)).not.toBeNull();
    expect((await callRoute(deleteKey, { cookie: member.cookie }, { params: { id: keyId } })).status).toBe(200);
    expect(await findUserByKey(key)).toBeNull();
  });
});

describe("a key in a project", () => {
  it("acts as the member, with the role of this moment, and is in the audit trail", async () => {
    const body = { display_name: "Shop" };
    expect((await callRoute(changeConfig, byKey(), { body })).status).toBe(200);
    const event = await db.auditEvent.findFirstOrThrow({
      where: { action: "project_config.update" },
      orderBy: { id: "desc" },
    });
    expect(event).toMatchObject({ actorKind: "userKey", actorId: member.userId, facts: { user_key: keyId } });
    await changeRole(manager(), member.userId, "viewer");
    const reply = await callRoute(changeConfig, byKey(), { body });
    expect([reply.status, reply.body.error?.message]).toEqual([403, expect.stringContaining("The role viewer")]);
    expect((await callRoute(getConfig, byKey())).status).toBe(200);
    await changeRole(manager(), member.userId, "admin");
    const created = await callRoute(createApiKeyRoute, byKey(), { body: { name: "made by a key" } });
    expect([created.status, created.body.created_by]).toEqual([201, member.userId]);
  });

  it("does not open what belongs to the dashboard, and does not change its person", async () => {
    await changeRole(manager(), member.userId, "owner");
    for (const route of [createProject, createKey]) {
      const { status, body } = await callRoute(route, byKey(), { body: { name: "x" } });
      expect([status, body.error?.message]).toEqual([401, expect.stringContaining("x-user-api-key")]);
    }
    expect((await callRoute(getProfile, byKey())).status).toBe(200);
    expect((await callRoute(changeProfile, byKey(), { body: { name: "Eve" } })).status).toBe(403);
  });

  it("reaches the project of both headers, and no project of others", async () => {
    const second = { ...owner, projectId: (await addProject(owner.organizationId, "second")).id };
    const stranger = await createTestOwner();
    const named = await callRoute(
      changeConfig,
      { ...byKey(), ...pairOf(second) },
      { body: { display_name: "Second" } },
    );
    expect(named.status).toBe(200);
    const projects = await db.project.findMany({ where: { organizationId: owner.organizationId } });
    const names = projects.map(({ id, config }) => [
      id === second.projectId,
      (config as { displayName?: string }).displayName,
    ]);
    expect(names).toContainEqual([true, "Second"]);
    expect(names).toContainEqual([false, undefined]);
    const wrong = [pairOf(stranger), { ...pairOf(owner), "x-project-id": stranger.projectId }];
    for (const pair of [...wrong, { ...pairOf(stranger), "x-project-id": owner.projectId }])
      expect((await callRoute(getConfig, { ...byKey(), ...pair })).status).toBe(404);
  });

  it("refuses half a pair, and a change that names none of several projects", async () => {
    await addProject(owner.organizationId, "second");
    for (const name of ["x-org-id", "x-project-id"] as const) {
      const { status, body } = await callRoute(getConfig, { ...byKey(), [name]: pairOf(owner)[name] });
      expect([status, body.error?.message]).toEqual([400, expect.stringContaining("pair")]);
    }
    expect((await callRoute(getConfig, byKey())).status).toBe(200);
    expect((await callRoute(changeConfig, byKey(), { body: { display_name: "Which" } })).status).toBe(400);
  });
});

describe("the end of a key", () => {
  it("comes with the end of the membership, and a new membership does not bring it back", async () => {
    await removeMember(manager(), member.userId);
    expect((await callRoute(getConfig, byKey())).status).toBe(401);
    await joinOrganization(owner.organizationId, member.userId, "owner");
    expect(await findUserByKey(key)).toBeNull();
  });

  it("comes with leaving, expiry and a report of a leak, in other organizations too", async () => {
    const other = await createTestOwner();
    await joinOrganization(other.organizationId, member.userId, "viewer");
    const named = { organizationId: other.organizationId, projectId: other.projectId };
    expect(await findCallerByUserKey(key, named, true)).toMatchObject({ by: { role: "viewer" } });
    const ofMember = { organizationId: owner.organizationId, userId: member.userId };
    const [expired, leaked] = [
      await createUserKey(ofMember, { name: "a" }),
      await createUserKey(ofMember, { name: "b" }),
    ];
    await db.apiKey.update({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
    await revokeLeakedKeys({ hashes: [hashToken(leaked.key)], requestId: "req_test" }, { requestId: "req_test" });
    for (const { key: text } of [expired, leaked]) expect(await findUserByKey(text)).toBeNull();
    await leaveOrganization(ofMember);
    expect(await findCallerByUserKey(key, named, true)).toBeNull();
  });

  it("ends open streams, as a new role does", async () => {
    await soon(
      async () => changeGeneration(),
      (generation) => generation !== null,
    );
    const named = { organizationId: owner.organizationId, projectId: owner.projectId };
    const open = async () => {
      const caller = await findCallerByUserKey(key, named, true);
      if (!caller) throw new Error("no caller");
      let isOver = false;
      onAccessEnd(caller, () => void (isOver = true));
      return async () => isOver;
    };
    const first = await open();
    await changeRole(manager(), member.userId, "admin");
    await soon(first, Boolean);
    const second = await open();
    await removeMember(manager(), member.userId);
    await soon(second, Boolean);
  });
});

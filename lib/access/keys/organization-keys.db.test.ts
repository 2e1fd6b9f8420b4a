/** Keys of organizations: who creates them, what they open, and their end. */
import { beforeEach, describe, expect, it } from "vitest";
import { DELETE as deleteKey } from "@/app/api/v3/internal/patchbay/organization/api_keys/[id]/route";
import { GET as listKeys, POST as createKey } from "@/app/api/v3/internal/patchbay/organization/api_keys/route";
import { GET as listProjects } from "@/app/api/v3/org/owner/project/list/route";
import { GET as listTools } from "@/app/api/v3/tools/route";
import { db } from "@/lib/kernel/database/db";
import { addMember, callRoute } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import type { Owned } from "../people/owners";
import { createApiKey, findCallerByApiKey } from "./api-keys";
import { createOrganizationKey, findCallerByOrganizationKey, revokeOrganizationKey } from "./find-organization-keys";
import { revokeLeakedKeys } from "./revoke-leaked-keys";
import { hashToken } from "@/lib/kernel/ids";

let owner: Owned;
let cookie: string;
beforeEach(async () => {
  owner = await createTestOwner();
  cookie = await sessionCookie(owner.userId);
});

const newKey = () => createOrganizationKey(owner.organizationId, { name: "deploy", createdBy: owner.userId });
const asKey = (key: string) => ({ "x-org-api-key": key });

describe("creating a key", () => {
  it("is for owners; the value is shown once, with a checksum, and only its hash is stored", async () => {
    const { status, body } = await callRoute(createKey, { cookie }, { body: { name: "deploy" } });
    expect(status).toBe(201);
    expect(body.key).toMatch(/^oak_[0-9A-Za-z]{38}$/);
    const row = await db.apiKey.findUniqueOrThrow({ where: { id: body.id as string } });
    expect(row).toMatchObject({ hash: hashToken(body.key as string), kind: "organization", projectId: null });
    const list = await callRoute(listKeys, { cookie });
    expect(list.body.items).toEqual([expect.objectContaining({ id: body.id, name: "deploy", prefix: row.prefix })]);
    expect(JSON.stringify(list.body)).not.toContain(body.key);
  });

  it("is refused to everyone who is not an owner: the key can do what only owners can do", async () => {
    for (const role of ["admin", "developer", "viewer", "auditor"] as const) {
      const member = await addMember(owner, role);
      const { status } = await callRoute(createKey, { cookie: member.cookie }, { body: { name: "mine" } });
      expect(status, role).toBe(403);
    }
    expect(await db.apiKey.count({ where: { organizationId: owner.organizationId } })).toBe(0);
  });

  it("lets admins and auditors list keys, and admins revoke them", async () => {
    const { id, key } = await newKey();
    const admin = await addMember(owner, "admin");
    const auditor = await addMember(owner, "auditor");
    for (const member of [admin, auditor])
      expect((await callRoute(listKeys, { cookie: member.cookie })).body.items).toHaveLength(1);
    const params = { id };
    expect((await callRoute(deleteKey, { cookie: auditor.cookie }, { params })).status).toBe(403);
    expect((await callRoute(deleteKey, { cookie: admin.cookie }, { params })).status).toBe(200);
    expect(await findCallerByOrganizationKey(key)).toBeNull();
  });
});

describe("a key", () => {
  it("opens the projects of its organization, and no other operation", async () => {
    const other = await createTestOwner();
    const { key } = await newKey();
    const { status, body } = await callRoute(listProjects, asKey(key));
    expect(status).toBe(200);
    expect(body.data).toEqual([expect.objectContaining({ id: owner.projectId, org_id: owner.organizationId })]);
    expect(JSON.stringify(body)).not.toContain(other.projectId);
    const tools = await callRoute(listTools, asKey(key));
    expect([tools.status, tools.body.error?.message]).toEqual([401, expect.stringContaining("x-org-api-key")]);
    expect((await callRoute(listTools, { "x-api-key": key })).status).toBe(401);
  });

  it("of a project does not open an organization, in either header", async () => {
    const { key } = await createApiKey(owner.projectId, { name: "project" });
    for (const header of ["x-org-api-key", "x-api-key"])
      expect((await callRoute(listProjects, { [header]: key })).status, header).toBe(401);
    expect(await findCallerByApiKey((await newKey()).key)).toBeNull();
  });

  it("with a cookie of another organization stays with its own", async () => {
    const other = await createTestOwner();
    const { key } = await newKey();
    const headers = { ...asKey(key), cookie: await sessionCookie(other.userId) };
    expect((await callRoute(listProjects, headers)).body.data).toMatchObject([{ id: owner.projectId }]);
    const madeUp = { ...asKey("oak_made_up"), cookie };
    expect((await callRoute(listProjects, madeUp)).status).toBe(401);
  });

  it("ends at once when it is revoked, expires, or is reported as leaked", async () => {
    const [revoked, expired, leaked] = [await newKey(), await newKey(), await newKey()];
    for (const { key } of [revoked, expired, leaked]) expect(await findCallerByOrganizationKey(key)).not.toBeNull();
    await revokeOrganizationKey(owner.organizationId, revoked.id);
    await db.apiKey.update({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
    await revokeLeakedKeys({ hashes: [hashToken(leaked.key)], requestId: "req_test" }, { requestId: "req_test" });
    for (const { key } of [revoked, expired, leaked]) {
      expect(await findCallerByOrganizationKey(key)).toBeNull();
      expect((await callRoute(listProjects, asKey(key))).status).toBe(401);
    }
    const [event] = await db.auditEvent.findMany({ where: { target: leaked.id } });
    expect(event).toMatchObject({ action: "api_key.revoke", organizationId: owner.organizationId });
  });

  it("of another organization, and a key of a project, cannot be revoked here", async () => {
    const other = await createTestOwner();
    const foreign = await createOrganizationKey(other.organizationId, { name: "x", createdBy: other.userId });
    const ofProject = await createApiKey(owner.projectId, { name: "project" });
    for (const { id } of [foreign, ofProject])
      expect((await callRoute(deleteKey, { cookie }, { params: { id } })).status).toBe(404);
    expect(await findCallerByOrganizationKey(foreign.key)).not.toBeNull();
    expect(await findCallerByApiKey(ofProject.key)).not.toBeNull();
  });
});

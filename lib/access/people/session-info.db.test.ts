/** Who a caller is and what they can reach, by each kind of credential. */
import { beforeEach, describe, expect, it } from "vitest";
import { GET as getInfo } from "@/app/api/v3/auth/session/info/route";
import { GET as listOrganizations } from "@/app/api/v3/org/list/route";
import { GET as listOwnerProjects } from "@/app/api/v3/org/owner/project/list/route";
import { GET as listProjects } from "@/app/api/v3/org/project/list/route";
import { addMember, callRoute, joinOrganization, type Someone } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { createApiKey } from "../keys/api-keys";
import { createUserKey } from "../keys/create-user-key";
import type { Owned } from "./owners";

let owner: Owned & { email: string };
let other: Owned & { email: string };
let member: Someone;
let byUserKey: Record<string, string>;
beforeEach(async () => {
  owner = await createTestOwner();
  other = await createTestOwner();
  member = await addMember(owner, "developer");
  const { key } = await createUserKey({ organizationId: owner.organizationId, userId: member.userId }, { name: "x" });
  byUserKey = { "x-user-api-key": key };
});

const joinOther = () => joinOrganization(other.organizationId, member.userId, "viewer");

describe("GET /api/v3/auth/session/info", () => {
  it("shows the project and the maker of an API key, and no key", async () => {
    const { key, id } = await createApiKey(owner.projectId, { name: "agent", createdBy: member.userId });
    const { status, body } = await callRoute(getInfo, { "x-api-key": key });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      project: { nano_id: owner.projectId, email: owner.email, org: { id: owner.organizationId, plan: "self-hosted" } },
      api_key: { id, name: "agent", project_id: owner.projectId, org_member_id: member.userId, deleted: false },
      org_member: { id: member.userId, email: member.email, role: "developer", metadata: {} },
    });
    expect(JSON.stringify(body)).not.toContain(key.slice(0, 12));
  });

  it("shows the first owner for a key that no member made", async () => {
    for (const createdBy of [undefined, other.userId]) {
      const { key } = await createApiKey(owner.projectId, { name: "agent", ...(createdBy && { createdBy }) });
      const { body } = await callRoute(getInfo, { "x-api-key": key });
      expect(body.org_member).toMatchObject({ id: owner.userId, email: owner.email, role: "owner" });
      expect(JSON.stringify(body)).not.toContain(other.email);
    }
  });

  it("shows the person of a user key or a sign-in, without an API key", async () => {
    for (const headers of [byUserKey, { cookie: member.cookie }]) {
      const { body } = await callRoute(getInfo, headers);
      expect(body).toMatchObject({ api_key: null, org_member: { id: member.userId } });
    }
    await joinOther();
    const pair = { "x-org-id": other.organizationId, "x-project-id": other.projectId };
    const { body } = await callRoute(getInfo, { ...byUserKey, ...pair });
    expect(body).toMatchObject({ project: { nano_id: other.projectId }, org_member: { role: "viewer" } });
  });

  it("shows nobody's email to a viewer but their own, in lists of projects too", async () => {
    const viewer = await addMember(owner, "viewer");
    const { key } = await createUserKey({ organizationId: owner.organizationId, userId: viewer.userId }, { name: "x" });
    for (const headers of [{ "x-user-api-key": key }, { cookie: viewer.cookie }] as Record<string, string>[]) {
      const { status, body } = await callRoute(getInfo, headers);
      expect([status, body]).toMatchObject([200, { project: { email: "" }, org_member: { email: viewer.email } }]);
      for (const route of [getInfo, listProjects, listOwnerProjects])
        expect(JSON.stringify((await callRoute(route, headers)).body)).not.toContain(owner.email);
    }
    const { body } = await callRoute(listOwnerProjects, { cookie: member.cookie });
    expect(body.data).toMatchObject([{ email: owner.email }]);
    await joinOrganization(other.organizationId, viewer.userId, "developer");
    const url = `http://localhost:3000${listProjects.op.path}?list_all_org_projects=true`;
    const request = new Request(url, { headers: { "x-user-api-key": key } });
    const { data } = (await (await listProjects(request, { params: Promise.resolve({}) })).json()) as {
      data: object[];
    };
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: owner.projectId, email: "" }),
        expect.objectContaining({ id: other.projectId, email: other.email }),
      ]),
    );
  });

  it("is closed to scoped keys, which cannot read the project", async () => {
    const { key } = await createApiKey(owner.projectId, { name: "narrow", scopes: { tools: "read" } });
    expect((await callRoute(getInfo, { "x-api-key": key })).status).toBe(403);
  });
});

describe("the lists of a person", () => {
  it("show their organizations and no other", async () => {
    const { body } = await callRoute(listOrganizations, byUserKey);
    expect(body).toMatchObject({ organizations: [{ id: owner.organizationId }], total_items: 1, next_cursor: null });
    await joinOther();
    const both = await callRoute(listOrganizations, { cookie: member.cookie });
    expect(both.body.organizations).toMatchObject([{ id: owner.organizationId }, { id: other.organizationId }]);
  });

  it("show the projects of the named organization, of the first, or of all", async () => {
    const list = async (headers: Record<string, string>, search = "") => {
      const request = new Request(`http://localhost:3000${listProjects.op.path}${search}`, { headers });
      const answer = await listProjects(request, { params: Promise.resolve({}) });
      const { data } = (await answer.json()) as { data?: { id: string }[] };
      return data?.map(({ id }) => id) ?? answer.status;
    };
    const all = "?list_all_org_projects=true";
    expect(await list(byUserKey)).toEqual([owner.projectId]);
    expect(await list(byUserKey, all)).toEqual([owner.projectId]);
    expect(await list({ ...byUserKey, "x-org-id": other.organizationId })).toBe(404);
    await joinOther();
    expect(await list({ ...byUserKey, "x-org-id": other.organizationId })).toEqual([other.projectId]);
    expect(new Set((await list(byUserKey, all)) as string[])).toEqual(new Set([owner.projectId, other.projectId]));
    expect(await list({ cookie: await sessionCookie(owner.userId) }, all)).toEqual([owner.projectId]);
  });

  it("are closed to keys of projects, and without a credential", async () => {
    const { key } = await createApiKey(owner.projectId, { name: "agent" });
    for (const route of [listOrganizations, listProjects])
      for (const header of ["x-none", "x-api-key", "x-user-api-key"])
        expect((await callRoute(route, { [header]: key })).status).toBe(401);
  });
});

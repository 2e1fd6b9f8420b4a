/** The projects of an organization, by its key and by its members. */
import { beforeEach, describe, expect, it } from "vitest";
import { DELETE as deleteProject, GET as getProject } from "@/app/api/v3/org/owner/project/[nano_id]/route";
import { POST as regenerate } from "@/app/api/v3/org/owner/project/[nano_id]/regenerate_api_key/route";
import { GET as listProjects } from "@/app/api/v3/org/owner/project/list/route";
import { POST as newProject } from "@/app/api/v3/org/owner/project/new/route";
import { db } from "@/lib/kernel/database/db";
import { addMember, callRoute } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { findCallerByApiKey } from "../keys/api-keys";
import { createOrganizationKey, revokeOrganizationKey } from "../keys/find-organization-keys";
import type { Owned } from "../people/owners";
import { createOwnerProject } from "./create-owner-project";

let owner: Owned & { email: string };
let headers: Record<string, string>;
let keyId: string;
beforeEach(async () => {
  owner = await createTestOwner();
  const key = await createOrganizationKey(owner.organizationId, { name: "deploy", createdBy: owner.userId });
  headers = { "x-org-api-key": key.key };
  keyId = key.id;
});

const create = (body: object, by = headers) => callRoute(newProject, by, { body });
const toParams = (projectId: unknown) => ({ params: { nano_id: projectId as string } });

describe("POST /api/v3/org/owner/project/new", () => {
  it("creates a project with its switches and a key that works", async () => {
    const config = {
      ...{
        is_2FA_enabled: false,
        mask_secret_keys_in_connected_account: true,
        log_visibility_setting: "dont_store_data",
      },
    };
    const { status, body } = await create({ name: "my_app-1", should_create_api_key: true, config });
    expect([status, body.name]).toEqual([200, "my_app-1"]);
    const caller = await findCallerByApiKey(body.api_key as string);
    expect(caller).toMatchObject({ projectId: body.id, organizationId: owner.organizationId });
    expect(caller?.settings).toMatchObject({ storePayloads: false, maskSecrets: true });
    const where = { projectId: null, operation: "postOrgOwnerProjectNew" };
    expect(await db.auditEvent.findFirst({ where })).toMatchObject({
      ...{ action: "project.create", target: body.id, actorKind: "organization", actorId: keyId, outcome: "done" },
      organizationId: owner.organizationId,
    });
  });

  it("creates no key unless one is asked for, and none that can do more than asked", async () => {
    expect((await create({ name: "without" })).body.api_key).toBeNull();
    const permissions = [
      { preset: "tools", access: "read" },
      { preset: "files", access: "read_write" },
      { preset: "logs", access: "none" },
    ];
    const narrow = { name: "narrow", should_create_api_key: true, api_key_allowed_ips: ["10.0.0.0/8"] };
    expect((await create({ ...narrow, api_key_permissions: permissions })).status).toBe(400);
    const { body } = await create({ ...narrow, api_key_permissions: permissions.slice(0, 2) });
    const row = await db.apiKey.findFirstOrThrow({ where: { projectId: body.id as string } });
    expect(row).toMatchObject({
      ...{ kind: "limited", scopes: { tools: "read", files: "write" }, limits: { networks: ["10.0.0.0/8"] } },
    });
    const twice = [...permissions.slice(0, 1), { preset: "tools", access: "write" }];
    expect((await create({ ...narrow, name: "twice", api_key_permissions: twice })).status).toBe(400);
    expect((await create({ name: "keyless", api_key_permissions: permissions.slice(0, 1) })).status).toBe(400);
    expect(await db.project.count({ where: { organizationId: owner.organizationId } })).toBe(3);
  });

  it("refuses taken names and names outside the published form, and creates nothing", async () => {
    await create({ name: "taken" });
    expect((await create({ name: "taken" })).status).toBe(409);
    for (const name of ["ab", "a b c", "ä".repeat(4), "x".repeat(76), ""])
      expect((await create({ name })).status).toBe(400);
    expect(await db.project.count({ where: { organizationId: owner.organizationId } })).toBe(2);
  });

  it("works for a signed-in owner, and for no other member", async () => {
    const cookie = await sessionCookie(owner.userId);
    expect((await create({ name: "by-owner" }, { cookie })).status).toBe(200);
    for (const role of ["admin", "developer", "viewer", "auditor"] as const)
      expect((await create({ name: "by-other" }, { cookie: (await addMember(owner, role)).cookie })).status).toBe(403);
  });

  it("checks the key again in the transaction", async () => {
    await revokeOrganizationKey(owner.organizationId, keyId);
    const caller = { kind: "organization", organizationId: owner.organizationId, keyId } as const;
    await expect(createOwnerProject(caller, { name: "late", config: {} })).rejects.toMatchObject({ status: 401 });
  });
});

describe("reading projects", () => {
  it("lists them page by page in the published form, and none of another organization", async () => {
    const other = await createTestOwner();
    for (const name of ["one", "two"]) await create({ name: `made-${name}` });
    const names: unknown[] = [];
    let cursor: unknown = undefined;
    do {
      const search = `?limit=2${cursor ? `&cursor=${String(cursor)}` : ""}`;
      const request = new Request(`http://localhost:3000${listProjects.op.path}${search}`, { headers });
      const answer = await listProjects(request, { params: Promise.resolve({}) });
      const body = (await answer.json()) as { data: Record<string, unknown>[]; next_cursor: unknown };
      names.push(...body.data.map(({ name }) => name));
      expect(body.data[0]).toMatchObject({ org_id: owner.organizationId, email: owner.email, webhook_version: "V3" });
      expect(JSON.stringify(body)).not.toContain(other.organizationId);
      cursor = body.next_cursor;
    } while (cursor);
    expect(names).toEqual(["made-two", "made-one", expect.any(String)]);
  });

  it("shows one with the beginnings of its working keys", async () => {
    const { body } = await create({ name: "shown", should_create_api_key: true });
    const project = await callRoute(getProject, headers, toParams(body.id));
    expect(project.body).toMatchObject({ id: body.id, deleted: false });
    expect(project.body.api_keys).toEqual([expect.objectContaining({ name: "default" })]);
    expect(JSON.stringify(project.body)).not.toContain((body.api_key as string).slice(0, 12));
    const viewer = await addMember(owner, "viewer");
    expect((await callRoute(getProject, { cookie: viewer.cookie }, toParams(body.id))).status).toBe(403);
  });
});

describe("POST /api/v3/org/owner/project/{nano_id}/regenerate_api_key", () => {
  it("replaces the key that came with the project, as narrow as it was; others stay", async () => {
    const permissions = [{ preset: "tools", access: "read" }];
    const { body } = await create({ name: "rotated", should_create_api_key: true, api_key_permissions: permissions });
    const { body: replaced } = await callRoute(regenerate, headers, toParams(body.id));
    const { key } = replaced.api_key as { key: string };
    expect(await findCallerByApiKey(body.api_key as string)).toBeNull();
    expect((await findCallerByApiKey(key))?.by).toMatchObject({ permissions: new Set(["tools:read"]) });
    const pair = await Promise.all([
      callRoute(regenerate, headers, toParams(body.id)),
      callRoute(regenerate, headers, toParams(body.id)),
    ]);
    const keys = pair.map((answer) => (answer.body.api_key as { key: string }).key);
    const callers = await Promise.all(keys.map((text) => findCallerByApiKey(text)));
    expect(callers.filter((caller) => caller !== null)).toHaveLength(1);
    expect(callers.find((caller) => caller !== null)?.by).toMatchObject({ permissions: new Set(["tools:read"]) });
  });

  it("writes the audit events of both keys, and the project", async () => {
    const { body } = await create({ name: "audited", should_create_api_key: true });
    const { id: before } = await db.apiKey.findFirstOrThrow({ where: { projectId: body.id as string } });
    const { body: replaced } = await callRoute(regenerate, headers, toParams(body.id));
    const { id } = replaced.api_key as { id: string };
    const events = await db.auditEvent.findMany({ where: { target: { in: [id, before] } }, orderBy: { id: "asc" } });
    expect(events).toMatchObject([
      { action: "api_key.revoke", target: before, organizationId: owner.organizationId },
      { action: "api_key.create", target: id, facts: { project: body.id } },
    ]);
  });

  it("keeps the lifetime of the key", async () => {
    const { body } = await create({ name: "short", should_create_api_key: true });
    const where = { projectId: body.id as string };
    const { createdAt } = await db.apiKey.findFirstOrThrow({ where });
    await db.apiKey.updateMany({ where, data: { expiresAt: new Date(createdAt.getTime() + 86_400_000) } });
    await callRoute(regenerate, headers, toParams(body.id));
    const row = await db.apiKey.findFirstOrThrow({ where: { ...where, revokedAt: null } });
    expect((row.expiresAt?.getTime() ?? 0) - row.createdAt.getTime()).toBeLessThanOrEqual(86_400_000);
    expect(row.expiresAt).not.toBeNull();
  });

  it("stays as narrow after the key was revoked", async () => {
    const permissions = [{ preset: "tools", access: "read" }];
    const { body } = await create({ name: "leaked", should_create_api_key: true, api_key_permissions: permissions });
    await db.apiKey.updateMany({ where: { projectId: body.id as string }, data: { revokedAt: new Date() } });
    const { body: replaced } = await callRoute(regenerate, headers, toParams(body.id));
    const { key } = replaced.api_key as { key: string };
    expect((await findCallerByApiKey(key))?.by).toMatchObject({ permissions: new Set(["tools:read"]) });
  });
});

describe("another organization's project", () => {
  it("is not found, and nothing of it changes", async () => {
    const other = await createTestOwner();
    for (const route of [getProject, regenerate, deleteProject]) {
      const { status, body } = await callRoute(route, headers, toParams(other.projectId));
      const nobodys = await callRoute(route, headers, toParams("proj_000000000000"));
      expect([status, nobodys.status], body.error?.message).toEqual([404, 404]);
    }
    expect(await db.apiKey.count({ where: { projectId: other.projectId } })).toBe(0);
  });

  it("own projects are deleted with the key, but not the only one", async () => {
    expect((await callRoute(deleteProject, headers, toParams(owner.projectId))).status).toBe(409);
    const { body } = await create({ name: "second", should_create_api_key: true });
    expect((await callRoute(deleteProject, headers, toParams(body.id))).body).toEqual({ status: "success" });
    expect(await findCallerByApiKey(body.api_key as string)).toBeNull();
  });
});

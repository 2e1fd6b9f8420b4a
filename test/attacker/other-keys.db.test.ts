/** Every operation, by keys with parts of the access, by keys of members in each role, and by keys of organizations. */
import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "@/lib/api";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createUserKey } from "@/lib/access/keys/create-user-key";
import { createOrganizationKey } from "@/lib/access/keys/find-organization-keys";
import type { KeyScopes } from "@/lib/access/keys/key-scopes";
import { ROLES } from "@/lib/access/people/members.contract";
import { permissionsOf } from "@/lib/access/roles";
import type { ProjectCaller } from "@/lib/access/caller";
import type { Operation } from "@/lib/contract/operation";
import { KEY_AREAS, type KeyArea } from "@/lib/contract/permission";
import { db } from "@/lib/kernel/database/db";
import { createTestOwner } from "@/test/builders/owners";
import { caller, type Reply } from "@/test/clients/limited-keys";

type Owner = Awaited<ReturnType<typeof createTestOwner>>;

let owner: Owner;
let ofUser: string;
let ofOrganization: string;

beforeAll(async () => {
  owner = await createTestOwner();
  ofUser = (await createUserKey(owner, { name: "laptop" })).key;
  ofOrganization = (await createOrganizationKey(owner.organizationId, { name: "deploy", createdBy: owner.userId })).key;
});

/** Their answers do not end. */
const STREAMS = /\/(stream|events)$/;
const closed = operations.filter(({ auth, path }) => auth !== "none" && auth !== "link" && !STREAMS.test(path));
const ofProjects = closed.filter(({ auth }) => auth === "project");
const needsOf = ({ permission, also = [] }: Operation): readonly string[] => [permission, ...also];
const textOf = ({ body }: Reply): string => JSON.stringify(body);
/** Programs of the older API only know 400. */
const refusedBy = ({ successor }: Operation): number => (successor ? 400 : 403);

const send = (op: Operation, headers: Record<string, string>): Promise<Reply> =>
  caller(headers["x-api-key"] ?? "")(
    op.method,
    op.path.replace(/\{\w+\}/g, "x"),
    op.method === "GET" ? undefined : {},
    headers,
  );
const byUser = (op: Operation) => send(op, { "x-user-api-key": ofUser });
const byOrganization = (op: Operation) => send(op, { "x-org-api-key": ofOrganization });

describe("a key with parts of the access", () => {
  const keys = new Map<string, string>();
  async function keyWith(scopes: KeyScopes): Promise<string> {
    const name = JSON.stringify(scopes);
    const key = keys.get(name) ?? (await createApiKey(owner.projectId, { name: "scoped", scopes })).key;
    keys.set(name, key);
    return key;
  }
  const everything = Object.fromEntries(KEY_AREAS.map((area) => [area, "write"])) as KeyScopes;
  /** Everything but one permission. */
  function without(needed: string): KeyScopes {
    const [area = "", level] = needed.split(":");
    if (!KEY_AREAS.includes(area as KeyArea)) return everything;
    const { [area as KeyArea]: _, ...others } = everything;
    return level === "write" && area !== "tool_execution" && area !== "proxy_execute"
      ? { ...others, [area]: "read" }
      : others;
  }

  it("is refused each operation for which it lacks one level of one area, and told which", async () => {
    let count = 0;
    for (const op of ofProjects)
      for (const needed of needsOf(op)) {
        const [area, level] = needed.split(":");
        const reply = await send(op, { "x-api-key": await keyWith(without(needed)) });
        expect([reply.status, textOf(reply)], op.id).toEqual([
          refusedBy(op),
          expect.stringContaining(`it lacks ${level} access to ${area}`),
        ]);
        count++;
      }
    expect(count).toBeGreaterThan(250);
  });

  it("reads what its only level is enough for", async () => {
    for (const op of ofProjects) {
      const [needed = "", ...others] = needsOf(op);
      const [area = "", level] = needed.split(":");
      if (op.method !== "GET" || level !== "read" || others.length > 0 || !KEY_AREAS.includes(area as KeyArea))
        continue;
      const reply = await send(op, { "x-api-key": await keyWith({ [area]: "read" }) });
      expect([reply.status, textOf(reply)], op.id).not.toEqual([403, expect.stringContaining("it lacks")]);
      expect(reply.status, op.id).not.toBe(401);
    }
  });
});

describe("a key of a member", () => {
  it.each(ROLES)("has what the role %s has now, in the project of its member", async (role) => {
    await db.member.updateMany({ where: { userId: owner.userId }, data: { role } });
    const by: ProjectCaller["by"] = { kind: "userKey", keyId: "k", userId: owner.userId, role };
    const permissions = permissionsOf({ ...owner, kind: "project", settings: {} as ProjectCaller["settings"], by });
    for (const op of ofProjects) {
      const isAllowed = needsOf(op).every((needed) => permissions.has(needed as never));
      if (isAllowed && op.method !== "GET") continue;
      const reply = await byUser(op);
      const refusal = [refusedBy(op), expect.stringContaining(`The role ${role} cannot`)];
      if (isAllowed) expect([reply.status, textOf(reply)], op.id).not.toEqual(refusal);
      else expect([reply.status, textOf(reply)], op.id).toEqual(refusal);
      expect(reply.status, op.id).not.toBe(401);
    }
    await db.member.updateMany({ where: { userId: owner.userId }, data: { role: "owner" } });
  });

  it("401: opens nothing that only the dashboard or an organization's key can do", async () => {
    for (const op of closed.filter(({ auth }) => auth === "session" || auth === "organization"))
      expect((await byUser(op)).status, op.id).toBe(401);
  });
});

describe("a key of an organization", () => {
  const permissions = permissionsOf({ kind: "organization", organizationId: "org", keyId: "k" });

  it("401: opens no operation of a project or a person", async () => {
    for (const op of closed.filter(({ auth }) => auth !== "organization"))
      expect((await byOrganization(op)).status, op.id).toBe(401);
  });

  it("opens those of organizations that its permissions are enough for", async () => {
    const ofOrganizations = closed.filter(({ auth }) => auth === "organization");
    expect(ofOrganizations.length).toBeGreaterThan(0);
    for (const op of ofOrganizations) {
      const isAllowed = needsOf(op).every((needed) => permissions.has(needed as never));
      if (isAllowed && op.method !== "GET") continue;
      const { status } = await byOrganization(op);
      if (isAllowed) expect([401, 403], op.id).not.toContain(status);
      else expect(status, op.id).toBe(403);
    }
  });
});

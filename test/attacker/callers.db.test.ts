/**
 * Members, keys and visitors against every operation of their own project: what their role or key does not permit is
 * refused, and changes nothing. The table is made from the operations.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createUserKey } from "@/lib/access/keys/create-user-key";
import { createOrganizationKey } from "@/lib/access/keys/find-organization-keys";
import { ROLES } from "@/lib/access/people/members.contract";
import { permissionsOf } from "@/lib/access/roles";
import type { Role } from "@/lib/access/role";
import { operations } from "@/lib/api";
import type { Operation } from "@/lib/contract/operation";
import { addMember } from "../builders/members";
import { MCP_TOOLS } from "../clients/mcp-api";
import { installLoopbackToolkit, type Provider, startProvider } from "../servers/loopback-provider";
import { db } from "@/lib/kernel/database/db";
import { queryRows } from "../setup/query-rows";
import { usualRequest } from "./attacks";
import { must } from "./belongings";
import { MARK, newTenant, openServer, rowsOf, sender, type Tenant } from "./tenants";

type Credential = Record<string, string>;

let provider: Provider;
let tenant: Tenant;
let credentials: Record<Role | "sessionKey", Credential>;
let before: Record<string, string>;
const userIds: Record<Role, string> = { owner: "", admin: "", developer: "", viewer: "", auditor: "" };

/** The endpoints of MCP are open to addresses and tokens, and have tables of their own. */
const isMcp = ({ path }: Operation): boolean => /^\/(v3\/mcp|composio\/server|tool_router|mcp)\//.test(path);
const guarded = operations.filter((op) => ["project", "session", "organization"].includes(op.auth) && !isMcp(op));

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  await openServer();
  tenant = await newTenant(MARK.victim);
  const { projectId, organizationId } = tenant;
  const asMember = async (role: Role): Promise<Credential> => {
    const { cookie, userId } = await addMember({ userId: tenant.ids.member, projectId, organizationId }, role);
    userIds[role] = userId;
    return { cookie };
  };
  const path = `/internal/patchbay/sessions/${tenant.ids.agentSession}/access_keys`;
  const { key } = await must<{ key: string }>(sender(tenant.byKey), "POST", path, { name: "of a table" });
  userIds.owner = (await db.member.findFirstOrThrow({ where: { organizationId, role: "owner" } })).userId;
  credentials = {
    owner: tenant.bySession,
    admin: await asMember("admin"),
    developer: await asMember("developer"),
    viewer: await asMember("viewer"),
    auditor: await asMember("auditor"),
    sessionKey: { "x-api-key": key },
  };
  before = await rowsOf(tenant);
});
afterAll(() => provider.close());

/** The operations that a caller got something from, or that failed. */
async function notRefused(credential: Credential, some: readonly Operation[], statuses: number[]): Promise<string[]> {
  const send = sender(credential);
  const problems: string[] = [];
  for (const op of some) {
    const { params, body } = usualRequest(op, tenant);
    const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const { status, text } = await send(op.method, path, op.method === "GET" ? undefined : body);
    // Programs from before version 3 do not know 403: a 400 that names the permission refuses them.
    const isRefused = statuses.includes(status) || (op.successor && status === 400 && text.includes(op.permission));
    if (!isRefused) problems.push(`${op.id}: ${status} ${text.slice(0, 150)}`);
  }
  return problems;
}

/** The tables that differ from before; the audit trail has the refused requests. */
async function changedTables(): Promise<string[]> {
  const after = await rowsOf(tenant);
  return Object.keys(after).filter((table) => table !== "audit_event" && after[table] !== before[table]);
}

const permissionsOfRole = (role: Role) =>
  permissionsOf({
    ...{ kind: "project", organizationId: tenant.organizationId, projectId: tenant.projectId },
    settings: { maskSecrets: true, storePayloads: true },
    by: { kind: "session", sessionId: "ses_1", userId: "user_1", role },
  });

it.each(["viewer", "auditor", "developer", "admin"] as const)("403 to a member who is %s", async (role) => {
  const permissions = permissionsOfRole(role);
  const forbidden = guarded.filter(({ permission }) => !permissions.has(permission));
  expect(forbidden.length).toBeGreaterThan(role === "admin" ? 2 : 10);
  expect(await notRefused(credentials[role], forbidden, [403])).toEqual([]);
  expect(await changedTables()).toEqual([]);
});

it("403 to a viewer who changes, deletes, publishes or tries own toolkits, servers, tools and their changes", () => {
  const permissions = permissionsOfRole("viewer");
  const ofOwnTools = guarded.filter(({ path }) => /own_toolkits|custom\/toolkits|added_tools|override/.test(path));
  const open = ofOwnTools.filter(({ permission }) => permissions.has(permission));
  expect(ofOwnTools.length).toBeGreaterThan(25);
  expect(open.filter(({ method }) => method !== "GET").map(({ id }) => id)).toEqual([]);
});

it("401, 403 or 404 to a key of a session, but in its session", async () => {
  const outside = guarded.filter(({ sessionKey }) => !sessionKey);
  expect(await notRefused(credentials.sessionKey, outside, [401, 403, 404])).toEqual([]);
  expect(await changedTables()).toEqual([]);
});

it("401 or 403 to a key of the project that asks for what only people do", async () => {
  const ofPeople = guarded.filter(({ auth }) => auth !== "project");
  expect(await notRefused(tenant.byKey, ofPeople, [401, 403])).toEqual([]);
});

it.each(ROLES)("with a key of a member who is %s: as the member in a project, and 401 elsewhere", async (role) => {
  const permissions = permissionsOfRole(role);
  const { key } = await createUserKey({ organizationId: tenant.organizationId, userId: userIds[role] }, { name: role });
  const credential = { "x-user-api-key": key };
  const elsewhere = guarded.filter(({ auth }) => auth !== "project");
  expect(elsewhere.length).toBeGreaterThan(30);
  expect(await notRefused(credential, elsewhere, [401])).toEqual([]);
  const forbidden = guarded.filter(({ auth, permission }) => auth === "project" && !permissions.has(permission));
  expect(await notRefused(credential, forbidden, [403])).toEqual([]);
  expect(await changedTables()).toEqual([]);
});

it("401 to a key of the organization but for its projects, which a key of a user does not open", async () => {
  const { organizationId, ids } = tenant;
  const { key, id } = await createOrganizationKey(organizationId, { name: "table", createdBy: ids.member });
  const credential = { "x-org-api-key": key };
  const elsewhere = operations.filter(({ auth }) => ["project", "session", "user"].includes(auth));
  expect(
    await notRefused(
      credential,
      elsewhere.filter((op) => !isMcp(op)),
      [401],
    ),
  ).toEqual([]);
  const ofProjects = operations.filter(({ auth }) => auth === "organization");
  const reads = ofProjects.filter(({ method }) => method === "GET");
  expect(reads.length).toBeGreaterThan(1);
  expect(await notRefused(credential, reads, [200])).toEqual([]);
  await queryRows("test.end-organization-key", "DELETE FROM api_key WHERE id = $1", [id]);
  expect(await notRefused(credential, ofProjects, [401])).toEqual([]);
  expect(await changedTables()).toEqual([]);
});

it("401 to everybody without a credential, and with one that was made up", async () => {
  const madeUp: Credential[] = [{}, { "x-api-key": "ak_made_up" }, { cookie: "next-auth.session-token=made-up" }];
  for (const credential of madeUp) expect(await notRefused(credential, guarded, [401])).toEqual([]);
  expect(await changedTables()).toEqual([]);
});

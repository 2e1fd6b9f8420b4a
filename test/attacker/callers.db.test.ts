/**
 * Members, keys and visitors against every operation of their own project: what their role or key does not permit is
 * refused, and changes nothing. The table is made from the operations.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { permissionsOf } from "@/lib/access/roles";
import type { Role } from "@/lib/access/role";
import { operations } from "@/lib/api";
import type { Operation } from "@/lib/contract/operation";
import { addMember } from "../builders/members";
import { MCP_TOOLS } from "../clients/mcp-api";
import { installLoopbackToolkit, type Provider, startProvider } from "../servers/loopback-provider";
import { usualRequest } from "./attacks";
import { must } from "./belongings";
import { MARK, newTenant, openServer, rowsOf, sender, type Tenant } from "./tenants";

type Credential = Record<string, string>;

let provider: Provider;
let tenant: Tenant;
let credentials: Record<Role | "sessionKey", Credential>;
let before: Record<string, string>;

/** The endpoints of MCP are open to addresses and tokens, and have tables of their own. */
const isMcp = ({ path }: Operation): boolean => /^\/(v3\/mcp|composio\/server|tool_router|mcp)\//.test(path);
const guarded = operations.filter((op) => ["project", "session", "organization"].includes(op.auth) && !isMcp(op));

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  await openServer();
  tenant = await newTenant(MARK.victim);
  const { projectId, organizationId } = tenant;
  const asMember = async (role: Role): Promise<Credential> => ({
    cookie: (await addMember({ userId: tenant.ids.member, projectId, organizationId }, role)).cookie,
  });
  const path = `/internal/patchbay/sessions/${tenant.ids.agentSession}/access_keys`;
  const { key } = await must<{ key: string }>(sender(tenant.byKey), "POST", path, { name: "of a table" });
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

it("401 to everybody without a credential, and with one that was made up", async () => {
  const madeUp: Credential[] = [{}, { "x-api-key": "ak_made_up" }, { cookie: "next-auth.session-token=made-up" }];
  for (const credential of madeUp) expect(await notRefused(credential, guarded, [401])).toEqual([]);
  expect(await changedTables()).toEqual([]);
});

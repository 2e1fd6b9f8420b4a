/** The only table of each role's permissions. */
import { type AreaPermission, type Permission, READS, WRITES } from "@/lib/contract/permission";
import type { Caller } from "./caller";
import { ROLES } from "./people/members.contract";
import type { Role } from "./role";

const PROFILE: readonly Permission[] = ["profile:read", "profile:write"];

const without = (permissions: readonly AreaPermission[], ...areas: string[]): AreaPermission[] =>
  permissions.filter((permission) => !areas.includes(permission.slice(0, permission.indexOf(":"))));

/** Building and running: everything in a project except its protection. */
const DEVELOPER: readonly Permission[] = [
  ...without(READS, "audit", "instance"),
  ...without(WRITES, "project", "api_keys", "members", "audit", "organization", "instance"),
];

/**
 * - owner: everything; the server's own matters too, in its first organization
 * - admin: everything but the organization itself and the server
 * - developer: builds and runs, but makes no keys, lowers no protection and does not revoke every account of a project
 * - viewer: sees what the project is made of and what it did
 * - auditor: sees all that, the keys, the members and who changed what
 */
const PERMISSIONS: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  owner: new Set([...READS, ...WRITES, ...PROFILE]),
  admin: new Set(
    [...READS, ...WRITES, ...PROFILE].filter(
      (permission) => permission !== "organization:write" && !permission.startsWith("instance:"),
    ),
  ),
  developer: new Set([...DEVELOPER, ...PROFILE]),
  viewer: new Set([...without(READS, "api_keys", "members", "audit", "instance"), ...PROFILE]),
  auditor: new Set([...without(READS, "instance"), ...PROFILE]),
};

/** A project's API key has the permissions of a developer, unless it was made with scopes. */
const OF_KEYS: ReadonlySet<Permission> = new Set(DEVELOPER);
/**
 * The permissions of an agent in its session. `authorize` checks the operation, and that it is the key's own session.
 */
const OF_SESSION_KEYS: ReadonlySet<Permission> = new Set<Permission>([
  "sessions:read",
  "sessions:write",
  "tools:read",
  "tool_execution:write",
  "proxy_execute:write",
]);
/** An address of an MCP server runs the tools of that server. */
const OF_ADDRESSES: ReadonlySet<Permission> = new Set<Permission>(["tool_execution:write"]);
const OF_PROGRAMS = { apiKey: OF_KEYS, address: OF_ADDRESSES, sessionKey: OF_SESSION_KEYS };
const OF_PEOPLE: ReadonlySet<Permission> = new Set(PROFILE);
/** A key of a member does not change who the member is: their password, name and sign-ins. */
const OF_USER_KEYS: ReadonlySet<Permission> = new Set<Permission>(["profile:read"]);
const OF_VISITORS: ReadonlySet<Permission> = new Set<Permission>(["link", "public"]);
/** A key of an organization manages its projects and their keys, reads usage, and reaches nothing else in a project. */
const OF_ORGANIZATION_KEYS: ReadonlySet<Permission> = new Set<Permission>([
  "organization:read",
  "observability:read",
  "organization:write",
  "api_keys:read",
  "api_keys:write",
]);

/** The permissions of a caller. */
export function permissionsOf(caller: Caller): ReadonlySet<Permission> {
  switch (caller.kind) {
    case "project":
      if (caller.by.kind === "session" || caller.by.kind === "userKey") return PERMISSIONS[caller.by.role];
      return (caller.by.kind === "apiKey" && caller.by.permissions) || OF_PROGRAMS[caller.by.kind];
    case "user":
      return "keyId" in caller ? OF_USER_KEYS : OF_PEOPLE;
    case "organization":
      return OF_ORGANIZATION_KEYS;
    default:
      return OF_VISITORS;
  }
}

/** The roles with a permission, for the sentence of a refusal. */
export const rolesWith = (permission: Permission): Role[] => ROLES.filter((role) => PERMISSIONS[role].has(permission));

/**
 * Whether members with the first role may give the second role and take it away. They need permission to change
 * members, and the second role must not have more permissions than their own.
 */
export const mayGive = (giverRole: Role, role: Role): boolean =>
  PERMISSIONS[giverRole].has("members:write") &&
  [...PERMISSIONS[role]].every((permission) => PERMISSIONS[giverRole].has(permission));

/** The roles that members with this role may give and take away. */
export const rolesGivenBy = (giverRole: Role): Role[] => ROLES.filter((role) => mayGive(giverRole, role));

/** Reads a stored role; a role that this version does not know counts as viewer. */
export const toRole = (storedRole: string): Role => ROLES.find((role) => role === storedRole) ?? "viewer";

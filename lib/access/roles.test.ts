import { describe, expect, it } from "vitest";
import { operations } from "@/lib/api";
import type { Permission } from "@/lib/contract/permission";
import type { ProjectCaller } from "./caller";
import { ROLES } from "./people/members.contract";
import { mayGive, permissionsOf, rolesGivenBy, toRole } from "./roles";
import type { Role } from "./role";

const SETTINGS = { maskSecrets: true, storePayloads: true };
const caller = (by: ProjectCaller["by"]): ProjectCaller => ({
  kind: "project",
  organizationId: "org_1",
  projectId: "proj_1",
  settings: SETTINGS,
  by,
});
const asRole = (role: Role) => permissionsOf(caller({ kind: "session", sessionId: "ses_1", userId: "user_1", role }));
const asKey = () => permissionsOf(caller({ kind: "apiKey", keyId: "key_1" }));

const writes = (permissions: ReadonlySet<Permission>) =>
  [...permissions].filter((permission) => permission.endsWith(":write") && permission !== "profile:write");

describe("roles", () => {
  it("owners may do whatever an operation asks for, and each role below a part of what the one above may", () => {
    const permissions = operations
      .filter(({ auth }) => auth !== "none" && auth !== "link")
      .map(({ permission }) => permission);
    expect(permissions.filter((permission) => !asRole("owner").has(permission))).toEqual([]);
    for (const [less, more] of [
      ["admin", "owner"],
      ["developer", "admin"],
      ["viewer", "developer"],
      ["viewer", "auditor"],
      ["auditor", "owner"],
    ] as const)
      expect([...asRole(less)].filter((permission) => !asRole(more).has(permission))).toEqual([]);
  });

  it("viewers and auditors change nothing but themselves", () => {
    expect([...writes(asRole("viewer")), ...writes(asRole("auditor"))]).toEqual([]);
  });

  it("keys and developers make no keys, members or projects, and guard nothing", () => {
    for (const permissions of [asKey(), asRole("developer")])
      for (const area of ["api_keys", "members", "project", "organization", "audit", "instance"] as const)
        expect(permissions.has(`${area}:write`), area).toBe(false);
  });

  it("keys and admins have no say in the server's own matters; a key is no person", () => {
    for (const permissions of [asKey(), asRole("admin")]) expect(permissions.has("instance:read")).toBe(false);
    expect(asKey().has("profile:read")).toBe(false);
  });

  it(
    "people without a project reach themselves alone, visitors what is public, " +
      "addresses their tools, keys of organizations their projects",
    () => {
      expect([...permissionsOf({ kind: "user", sessionId: "ses_1", userId: "user_1" })]).toEqual([
        "profile:read",
        "profile:write",
      ]);
      expect([...permissionsOf({ kind: "anonymous" }), ...permissionsOf({ kind: "link" })].sort()).toEqual(
        ["link", "link", "public", "public"].sort(),
      );
      expect([...permissionsOf(caller({ kind: "address", addressId: "mcp:1" }))]).toEqual(["tool_execution:write"]);
      expect([...permissionsOf({ kind: "organization", organizationId: "org_1", keyId: "key_1" })]).toEqual([
        ...["organization:read", "observability:read", "organization:write", "api_keys:read", "api_keys:write"],
      ]);
    },
  );

  it("owners give every role, admins all but owner, and the others none", () => {
    expect(rolesGivenBy("owner")).toEqual(ROLES);
    expect(rolesGivenBy("admin")).toEqual(["admin", "developer", "viewer", "auditor"]);
    for (const role of ["developer", "viewer", "auditor"] as const) expect(rolesGivenBy(role)).toEqual([]);
  });

  it("nobody gives a role that may do more than their own", () => {
    for (const giverRole of ROLES)
      for (const role of ROLES.filter((candidate) => mayGive(giverRole, candidate)))
        expect([...asRole(role)].filter((permission) => !asRole(giverRole).has(permission))).toEqual([]);
  });

  it("a stored role that this version does not know sees and changes nothing", () => {
    expect(ROLES.map((role) => toRole(role))).toEqual(ROLES);
    expect(toRole("superuser")).toBe("viewer");
  });
});

/**
 * The organization itself, and the lock for changes of members and invitations: one change at a time in an
 * organization, by a caller with the permission.
 */
import { db, type Db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { refusal } from "../authorize";
import type { SignInCaller } from "../caller";
import { mayGive, rolesWith, toRole } from "../roles";
import type { Role } from "../role";

/** The person who changes members, and the organization that they change. */
export type Manager = { organizationId: string; userId: string };

const LOCK = statement({
  name: "access.lock-organization",
  text: "SELECT id FROM organization WHERE id = $1 FOR NO KEY UPDATE",
  columns: { id: "text" },
});

/**
 * Makes changes of an organization's members wait for each other: two owners who step down at the same time would leave
 * no owner. Projects can be made while the lock is held.
 */
export async function lockOrganization(tx: Pick<Db, "$queryRawUnsafe">, organizationId: string): Promise<void> {
  await rowsIn(tx, LOCK, [organizationId]);
}

/** @throws ApiError NotFound for a person who is no member of this organization */
export async function requireRole(tx: Db, { organizationId, userId }: Manager): Promise<Role> {
  const member = await tx.member.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true },
  });
  if (member) return toRole(member.role);
  throw new ApiError("NotFound", `There is no member ${userId.slice(0, 40)} in this organization.`, {
    suggestedFix: "List the members to find the person's id.",
  });
}

/**
 * Locks the organization and reads the role that the caller has now: the role can have changed since the call was
 * authorized.
 * @throws ApiError NotFound for a person who is no longer a member
 */
export async function lockAs(tx: Db, by: Manager): Promise<Role> {
  await lockOrganization(tx, by.organizationId);
  return requireRole(tx, by);
}

/** @throws ApiError Forbidden for a role that may do more than the caller's own */
export function assertMayGive(callerRole: Role, role: Role): void {
  if (mayGive(callerRole, role)) return;
  throw new ApiError("Forbidden", `The role ${callerRole} cannot give or take away the role ${role}.`, {
    suggestedFix: "Ask an owner of your organization.",
  });
}

/**
 * Renames an organization.
 * @returns its previous name
 * @throws ApiError Forbidden for a person who no longer leads it
 */
export const renameOrganization = (caller: SignInCaller, name: string): Promise<string> =>
  db.$transaction(async (tx) => {
    const { organizationId, by } = caller;
    const callerRole = await lockAs(tx, { organizationId, userId: by.userId });
    if (!rolesWith("organization:write").includes(callerRole)) throw refusal(caller, "organization:write");
    const before = await tx.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { name: true } });
    await tx.organization.update({ where: { id: organizationId }, data: { name } });
    return before.name;
  });

/** The members of an organization: their roles, and how they leave. */
import type { z } from "zod";
import { type Cursor, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { announceChange } from "../announce-change";
import { endUserKeysOf } from "../keys/create-user-key";
import { endInvitationsOf } from "./end-invitations";
import { rolesGivenBy, toRole } from "../roles";
import type { Role } from "../role";
import { endSignInsOf } from "../sign-in/sign-in-rows";
import { assertPasswordStays } from "../sso/set-sso-rule";
import type { membersApi } from "./members.contract";
import { assertMayGive, lockAs, type Manager, requireRole } from "./lock-organization";

type Wire<Name extends keyof typeof membersApi> = z.input<(typeof membersApi)[Name]["response"]>;

const after = (cursor: Cursor | undefined) =>
  cursor
    ? {
        OR: [
          { createdAt: { gt: new Date(cursor.time) } },
          { createdAt: new Date(cursor.time), userId: { gt: cursor.id } },
        ],
      }
    : {};

/** The number of working keys that each of these people made, without those that end with the membership. */
async function countKeys(organizationId: string, userIds: string[]): Promise<Map<string | null, number>> {
  const rows = await db.apiKey.groupBy({
    by: ["createdBy"],
    where: {
      organizationId,
      createdBy: { in: userIds },
      kind: { not: "user" },
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }],
    },
    _count: { _all: true },
  });
  return new Map(rows.map((row) => [row.createdBy, row._count._all]));
}

/** @param callerRole the role of the caller */
export async function listMembers(
  organizationId: string,
  callerRole: Role,
  { cursor: text, limit }: { cursor?: string | undefined; limit: number },
): Promise<Wire<"listMembers">> {
  const cursor = readCursor(text);
  const rolesToGive = rolesGivenBy(callerRole);
  const [rows, total, organization] = await Promise.all([
    db.member.findMany({
      where: { organizationId, ...after(cursor) },
      orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
      take: limit + 1,
      include: {
        user: {
          select: {
            email: true,
            name: true,
            secondFactor: { select: { confirmedAt: true } },
            _count: { select: { passkeys: true } },
          },
        },
      },
    }),
    db.member.count({ where: { organizationId } }),
    db.organization.findUnique({ where: { id: organizationId }, select: { requiresSecondStep: true } }),
  ]);
  const page = toPage(rows, total, limit, cursor, (row) => ({ time: row.createdAt.toISOString(), id: row.userId }));
  const keys = await countKeys(
    organizationId,
    page.items.map(({ userId }) => userId),
  );
  return {
    ...page,
    items: page.items.map(({ userId, user, role, createdAt, lastSeenAt }) => ({
      id: userId,
      email: user.email,
      ...(user.name && { name: user.name }),
      role: toRole(role),
      joined_at: createdAt.toISOString(),
      ...(lastSeenAt && { last_seen_at: lastSeenAt.toISOString() }),
      working_api_keys: keys.get(userId) ?? 0,
      // For those who can change it, and not for everyone who looks for a target.
      ...(rolesToGive.length > 0 && {
        has_second_step: user.secondFactor?.confirmedAt != null || user._count.passkeys > 0,
      }),
    })),
    roles_to_give: rolesToGive,
    second_step_required: organization?.requiresSecondStep === true,
  };
}

/** The organization is locked, so that nobody else can step down at the same time. */
async function assertOwnerStays(tx: Db, { organizationId, userId }: Manager): Promise<void> {
  await assertPasswordStays(tx, organizationId, userId);
  const others = await tx.member.count({ where: { organizationId, role: "owner", userId: { not: userId } } });
  if (others > 0) return;
  throw new ApiError("Conflict", "This is the only owner, and an organization needs one.", {
    suggestedFix: "Make someone else an owner first.",
    headers: { "x-should-retry": "false" },
  });
}

/**
 * Gives a member another role, in every copy of the app at once. Their open invitations for roles that they may no
 * longer give end at the same time.
 * @returns their previous role
 * @throws ApiError NotFound for a person who is not a member; Forbidden for a role above the caller's own; Conflict for
 *   the only owner
 */
export async function changeRole(by: Manager, userId: string, role: Role): Promise<Role> {
  return db.$transaction(async (tx) => {
    const callerRole = await lockAs(tx, by);
    const member = { organizationId: by.organizationId, userId };
    const before = await requireRole(tx, member);
    assertMayGive(callerRole, before);
    assertMayGive(callerRole, role);
    if (before === "owner" && role !== "owner") await assertOwnerStays(tx, member);
    await tx.member.update({ where: { organizationId_userId: member }, data: { role, keepsPassword: false } });
    await endInvitationsOf(tx, member, rolesGivenBy(role));
    await announceChange(tx, "callers");
    return before;
  });
}

async function endMembership(tx: Db, member: Manager, role: Role): Promise<void> {
  if (role === "owner") await assertOwnerStays(tx, member);
  await tx.member.delete({ where: { organizationId_userId: member } });
  await endInvitationsOf(tx, member, []);
  await endUserKeysOf(tx, member);
}

/**
 * Removes a member. Their sign-ins end at once, in every copy of the app, and so do the invitations that they made;
 * everything else that they made belongs to the project and stays.
 * @returns the name of the person
 * @throws ApiError NotFound for a person who is not a member; Forbidden for a role above the caller's own; Conflict for
 *   the only owner
 */
export async function removeMember(by: Manager, userId: string): Promise<string> {
  return db.$transaction(async (tx) => {
    const callerRole = await lockAs(tx, by);
    const member = { organizationId: by.organizationId, userId };
    const role = await requireRole(tx, member);
    assertMayGive(callerRole, role);
    const { name, email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await endMembership(tx, member, role);
    await endSignInsOf(tx, userId);
    return name || email;
  });
}

/**
 * Leaves an organization.
 * @returns whether the person's sign-ins ended, because they belong to no other organization
 * @throws ApiError Conflict for the only owner
 */
export async function leaveOrganization(member: Manager): Promise<boolean> {
  return db.$transaction(async (tx) => {
    await endMembership(tx, member, await lockAs(tx, member));
    const isLast = (await tx.member.count({ where: { userId: member.userId } })) === 0;
    if (isLast) await endSignInsOf(tx, member.userId);
    else await announceChange(tx, "callers");
    return isLast;
  });
}

/** Invitations for the people who make them: making, listing and revoking. */
import type { z } from "zod";
import { afterNewest, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db, type Db, type Prisma } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken, newId, newToken } from "@/lib/kernel/ids";
import { env } from "@/lib/kernel/process/env";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { assertMayGive, lockAs, type Manager } from "./lock-organization";
import { toRole } from "../roles";
import type { Role } from "../role";
import { INVITATION_DAYS, type invitationsApi } from "./invitations.contract";
import { pendingAt } from "./end-invitations";

type Api = typeof invitationsApi;
type Wire = z.input<Api["listInvitations"]["response"]>["items"][number];

const PREFIX = "invite_";
/** Limit of open invitations in one organization. */
export const MOST_PENDING = 100;

const WITH_INVITER = { inviter: { select: { id: true, email: true, name: true } } } as const;
type Row = Prisma.InvitationGetPayload<{ include: typeof WITH_INVITER }>;

function stateOf({ acceptedAt, revokedAt, expiresAt }: Row): Wire["state"] {
  if (acceptedAt) return "accepted";
  if (revokedAt) return "revoked";
  return expiresAt > now() ? "pending" : "expired";
}

function toWire(row: Row): Wire {
  const { id, email, role, createdAt, expiresAt, inviter } = row;
  const endedAt = row.acceptedAt ?? row.revokedAt;
  return {
    id,
    email,
    role: toRole(role),
    state: stateOf(row),
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    ...(endedAt && { ended_at: endedAt.toISOString() }),
    invited_by: { id: inviter.id, email: inviter.email, ...(inviter.name && { name: inviter.name }) },
  };
}

/** The organization's invitations, newest first. */
export async function listInvitations(
  organizationId: string,
  { cursor: text, limit }: { cursor?: string | undefined; limit: number },
): Promise<z.input<Api["listInvitations"]["response"]>> {
  const cursor = readCursor(text);
  const [rows, total] = await Promise.all([
    db.invitation.findMany({
      where: { organizationId, ...afterNewest(cursor) },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: limit + 1,
      include: WITH_INVITER,
    }),
    db.invitation.count({ where: { organizationId } }),
  ]);
  const page = toPage(rows, total, limit, cursor, (row) => ({ time: row.createdAt.toISOString(), id: row.id }));
  return { ...page, items: page.items.map(toWire) };
}

const conflict = (message: string, suggestedFix: string, errors: string[] = []) =>
  new ApiError("Conflict", message, { suggestedFix, errors, headers: { "x-should-retry": "false" } });

/** Ends the previous link for the same email, and checks whether another invitation can be made. */
async function makeRoom(tx: Db, organizationId: string, email: string): Promise<void> {
  const time = now();
  const pending = { organizationId, ...pendingAt(time) };
  if (await tx.member.findFirst({ where: { organizationId, user: { email } }, select: { userId: true } }))
    throw conflict(`${email} is already a member.`, "Change the role in the list of members.", [
      "email: is the email of a member",
    ]);
  await tx.invitation.updateMany({ where: { ...pending, email }, data: { revokedAt: time } });
  if ((await tx.invitation.count({ where: pending })) >= MOST_PENDING)
    throw conflict(`There are ${MOST_PENDING} open invitations, which is the maximum.`, "Revoke some of them.");
}

/**
 * Makes an invitation. The result does not reveal whether the email has an account on this server: the inviter must not
 * learn it.
 * @returns the invitation and its link; the token is stored nowhere, the row contains only its hash
 * @throws ApiError Forbidden for a role above the caller's own; Conflict for a member's email, and if too many
 *   invitations are open
 */
export async function createInvitation(
  by: Manager,
  { email, role }: { email: string; role: Role },
): Promise<Wire & { url: string }> {
  const token = newToken(PREFIX);
  const row = await db.$transaction(async (tx) => {
    assertMayGive(await lockAs(tx, by), role);
    await makeRoom(tx, by.organizationId, email);
    return tx.invitation.create({
      data: {
        id: newId("invitation"),
        organizationId: by.organizationId,
        email,
        role,
        hash: hashToken(token),
        createdBy: by.userId,
        createdAt: now(),
        expiresAt: inSeconds(INVITATION_DAYS * 86_400),
      },
      include: WITH_INVITER,
    });
  });
  // Behind a #, so that browsers send the token to no server: it is in no log and in no Referer.
  return { ...toWire(row), url: `${env().publicUrl}/register#${token}` };
}

/**
 * Revokes an open invitation; an ended invitation does not change.
 * @returns whether it was open
 * @throws ApiError NotFound for an unknown invitation, and for another organization's; Forbidden for a role above the
 *   caller's own
 */
export async function revokeInvitation(by: Manager, id: string): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const callerRole = await lockAs(tx, by);
    const { organizationId } = by;
    const row = await tx.invitation.findFirst({ where: { organizationId, id }, select: { role: true } });
    if (!row)
      throw new ApiError("NotFound", `There is no invitation ${id.slice(0, 40)} in this organization.`, {
        suggestedFix: "List the invitations to find its id.",
      });
    assertMayGive(callerRole, toRole(row.role));
    const time = now();
    const { count } = await tx.invitation.updateMany({
      where: { organizationId, id, ...pendingAt(time) },
      data: { revokedAt: time },
    });
    return count === 1;
  });
}

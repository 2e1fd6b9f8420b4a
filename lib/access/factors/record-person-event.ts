/** Events of a person's sign-in, which belongs to no organization: each of theirs has them in its audit trail. */
import { db } from "@/lib/kernel/database/db";
import { type AuditEvent, recordAudit } from "../record-audit";

/** Records an event in the trail of each organization of its person. */
export async function recordPersonEvent(userId: string, event: Omit<AuditEvent, "caller">): Promise<void> {
  const members = await db.member.findMany({ where: { userId }, select: { organizationId: true } });
  // No sign-in has begun, or it is not the point: the event names the person.
  const caller = { kind: "user", userId, sessionId: "" } as const;
  for (const { organizationId } of members) await recordAudit({ ...event, caller, organizationId });
}

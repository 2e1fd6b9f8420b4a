/** How long the audit events of an organization are stored, apart from its logs. */
import { db } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";

/** The settings as the API returns them. */
export async function auditSettings(organizationId: string) {
  const [organization, chain] = await Promise.all([
    db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { auditDays: true } }),
    db.auditChain.findUnique({ where: { organizationId } }),
  ]);
  return {
    retention_days: organization.auditDays,
    operator_days: env().auditDays,
    chain: chain && {
      last_sequence: Number(chain.sequence),
      last_hash: chain.hash,
      begun_at: chain.begunAt.toISOString(),
      deleted_up_to: Number(chain.cut),
    },
  };
}

/** @param days null for the time that the operator set */
export async function updateAuditSettings(organizationId: string, days: number | null): Promise<void> {
  await db.organization.update({ where: { id: organizationId }, data: { auditDays: days } });
}

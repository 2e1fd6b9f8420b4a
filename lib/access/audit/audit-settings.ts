/** How long the audit events of an organization are stored, apart from its logs, and who receives them. */
import { db } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";

/** The settings as the API returns them. */
export async function auditSettings(organizationId: string) {
  const [organization, chain] = await Promise.all([
    db.organization.findUniqueOrThrow({
      where: { id: organizationId },
      select: { auditDays: true, auditStreamProject: true, auditStreamSubscription: true, auditStreamed: true },
    }),
    db.auditChain.findUnique({ where: { organizationId } }),
  ]);
  const { auditStreamProject: projectId, auditStreamSubscription: subscriptionId, auditStreamed } = organization;
  return {
    retention_days: organization.auditDays,
    operator_days: env().auditDays,
    stream:
      projectId && subscriptionId
        ? { project_id: projectId, subscription_id: subscriptionId, last_sequence: auditStreamed ?? 0 }
        : null,
    chain: chain && {
      last_sequence: Number(chain.sequence),
      last_hash: chain.hash,
      begun_at: chain.begunAt.toISOString(),
      deleted_up_to: Number(chain.cut),
    },
  };
}

export type AuditSettingsChange = {
  /** Null for the time that the operator set. */
  days?: number | null | undefined;
  /** The webhook endpoint that receives the events; null if they are not streamed. */
  stream?: { projectId: string; subscriptionId: string } | null | undefined;
};

/** Events from before the first endpoint are not sent; another endpoint continues where the previous one ended. */
export async function updateAuditSettings(organizationId: string, { days, stream }: AuditSettingsChange) {
  const { stream: previous, chain } = await auditSettings(organizationId);
  await db.organization.update({
    where: { id: organizationId },
    data: {
      ...(days !== undefined && { auditDays: days }),
      ...(stream !== undefined && {
        auditStreamProject: stream?.projectId ?? null,
        auditStreamSubscription: stream?.subscriptionId ?? null,
        auditStreamed: stream && (previous?.last_sequence ?? chain?.last_sequence ?? 0),
      }),
    },
  });
}

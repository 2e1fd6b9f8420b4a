/** How long the audit events of an organization are stored, apart from its logs, and who receives them. */
import { db } from "@/lib/kernel/database/db";
import { inHotTransaction } from "@/lib/kernel/database/in-hot-transaction";
import { changeIn, statement } from "@/lib/kernel/database/statement";
import { env } from "@/lib/kernel/process/env";
import { now } from "@/lib/kernel/time/clock";

/** The settings as the API returns them. */
export async function auditSettings(organizationId: string) {
  const [organization, chain] = await Promise.all([
    db.organization.findUniqueOrThrow({
      where: { id: organizationId },
      select: {
        ...{ auditDays: true, auditStreamProject: true, auditStreamSubscription: true },
        ...{ auditStreamed: true, auditStreamEnds: true },
      },
    }),
    db.auditChain.findUnique({ where: { organizationId } }),
  ]);
  const {
    auditStreamProject: projectId,
    auditStreamSubscription: subscriptionId,
    auditStreamed,
    auditStreamEnds,
  } = organization;
  return {
    retention_days: organization.auditDays,
    operator_days: env().auditDays,
    stream:
      projectId && subscriptionId && !auditStreamEnds
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

/** Begins where the previous endpoint ended, else with the next event. */
const BEGIN_STREAM = statement({
  name: "access.audit-stream-begin",
  text: `UPDATE organization SET audit_stream_project = $2, audit_stream_subscription = $3, audit_stream_ends = NULL,
      audit_streamed =
        COALESCE(audit_streamed, (SELECT sequence FROM audit_chain WHERE organization_id = $1), 0)::int4
    WHERE id = $1`,
});

/** The job ends the stream when the endpoint has the event of this change. */
const END_STREAM = statement({
  name: "access.audit-stream-end",
  text: `UPDATE organization SET audit_stream_ends = $2
    WHERE id = $1 AND audit_stream_subscription IS NOT NULL AND audit_stream_ends IS NULL`,
});

const STORE_DAYS = statement({
  name: "access.audit-store-days",
  text: "UPDATE organization SET audit_days = $2 WHERE id = $1",
});

/** Events from before the first endpoint are not sent; another endpoint continues where the previous one ended. */
export const updateAuditSettings = (organizationId: string, { days, stream }: AuditSettingsChange): Promise<void> =>
  inHotTransaction(async (tx) => {
    if (days !== undefined) await changeIn(tx, STORE_DAYS, [organizationId, days]);
    if (stream) await changeIn(tx, BEGIN_STREAM, [organizationId, stream.projectId, stream.subscriptionId]);
    if (stream === null) await changeIn(tx, END_STREAM, [organizationId, now()]);
  });

/** Records an event of the audit trail for the webhook endpoint that an owner chose. */
import { AUDIT_EVENT } from "../event-types";
import { recordEvent } from "./record-event";

type Event = { organization_id: string } & Readonly<Record<string, unknown>>;

/** @returns how many endpoints get it: 0 if the endpoint was deleted */
export async function deliverAuditEvent(
  tx: Parameters<typeof recordEvent>[0],
  { projectId, subscriptionId }: { projectId: string; subscriptionId: string },
  event: Event,
): Promise<number> {
  const { receivers } = await recordEvent(tx, projectId, {
    type: AUDIT_EVENT,
    payload: event,
    lane: `audit-${event.organization_id}`,
    onlyTo: subscriptionId,
  });
  return receivers;
}

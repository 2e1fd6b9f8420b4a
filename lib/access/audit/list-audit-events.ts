/** The audit events of an organization with the names of everyone and everything in them. */
import { type AuditFilter, findAuditEvents, requireAuditEvent } from "./find-audit-events";
import { findAuditNames } from "./find-audit-names";
import { toWireAuditEvent } from "./to-wire-audit-event";

/** A page of events in the form of every list. */
export async function listAuditEvents(
  organizationId: string,
  filter: AuditFilter,
  reading: { limit: number; cursor?: string | undefined },
) {
  const { rows, nextCursor, total, page } = await findAuditEvents(organizationId, filter, reading);
  const names = await findAuditNames(organizationId, rows);
  return {
    items: rows.map((row) => toWireAuditEvent(row, names)),
    next_cursor: nextCursor,
    total_pages: Math.ceil(total / reading.limit),
    current_page: page,
    total_items: total,
  };
}

/** @throws ApiError NotFound for an event that the organization does not have */
export async function getAuditEvent(organizationId: string, id: string) {
  const row = await requireAuditEvent(organizationId, id);
  return toWireAuditEvent(row, await findAuditNames(organizationId, [row]));
}

/** GET /api/v3/internal/patchbay/audit/events */
import { auditApi } from "@/lib/access/audit/contract";
import { listAuditEvents } from "@/lib/access/audit/list-audit-events";
import { toAuditFilter } from "@/lib/access/audit/to-wire-audit-event";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(auditApi.listAuditEvents, ({ query: { cursor, limit, ...filter } }, caller) =>
  listAuditEvents(caller.organizationId, toAuditFilter(filter), { cursor, limit }),
);

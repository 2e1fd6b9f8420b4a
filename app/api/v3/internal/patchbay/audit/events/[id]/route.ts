/** GET /api/v3/internal/patchbay/audit/events/{id} */
import { auditApi } from "@/lib/access/audit/contract";
import { getAuditEvent } from "@/lib/access/audit/list-audit-events";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(auditApi.getAuditEvent, ({ params }, { organizationId }) =>
  getAuditEvent(organizationId, params.id),
);

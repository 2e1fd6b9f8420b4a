/** POST /api/v3/internal/patchbay/audit/export */
import { auditApi } from "@/lib/access/audit/contract";
import { AUDIT_FILE_TYPE, exportAuditEvents } from "@/lib/access/audit/export-audit-events";
import { toAuditFilter } from "@/lib/access/audit/to-wire-audit-event";
import { onAccessEnd } from "@/lib/access/on-access-end";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { readBody } from "@/lib/http/api-door/read-body";
import { toTextStream } from "@/lib/http/api-door/to-text-stream";
import { sayIssue } from "@/lib/kernel/text/issue-sentences";

export const POST = defineRawRoute(auditApi.exportAuditEvents, async (request, caller, { requestId }) => {
  const body = (await readBody(request, undefined, undefined, auditApi.exportAuditEvents.body)) ?? {};
  const { format, limit, ...filter } = auditApi.exportAuditEvents.body.parse(body, { error: sayIssue });
  return toTextStream(
    exportAuditEvents(caller.organizationId, toAuditFilter(filter), { format, limit }),
    {
      "content-type": AUDIT_FILE_TYPE[format],
      "content-disposition": `attachment; filename="audit.${format}"`,
    },
    (onEnd) => onAccessEnd(caller, onEnd),
    { requestId },
    request.signal,
  );
});

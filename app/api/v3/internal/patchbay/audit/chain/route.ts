/** GET /api/v3/internal/patchbay/audit/chain */
import { auditApi } from "@/lib/access/audit/contract";
import { exportAuditChain } from "@/lib/access/audit/export-audit-chain";
import { AUDIT_FILE_TYPE } from "@/lib/access/audit/export-audit-events";
import { onAccessEnd } from "@/lib/access/on-access-end";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { toTextStream } from "@/lib/http/api-door/to-text-stream";
import { sayIssue } from "@/lib/kernel/text/issue-sentences";

export const GET = defineRawRoute(auditApi.exportAuditChain, async (request, caller, { url, requestId }) => {
  const query = Object.fromEntries(url.searchParams);
  const { from_sequence: from } = auditApi.exportAuditChain.query.parse(query, { error: sayIssue });
  return toTextStream(
    exportAuditChain(caller.organizationId, from),
    { "content-type": AUDIT_FILE_TYPE.jsonl, "content-disposition": 'attachment; filename="audit-chain.jsonl"' },
    (onEnd) => onAccessEnd(caller, onEnd),
    { requestId },
    request.signal,
  );
});

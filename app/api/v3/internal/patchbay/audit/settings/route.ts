/** GET, PATCH /api/v3/internal/patchbay/audit/settings */
import { auditSettings, updateAuditSettings } from "@/lib/access/audit/audit-settings";
import { auditApi } from "@/lib/access/audit/contract";
import { toChangeFacts } from "@/lib/access/audit/to-change-facts";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(auditApi.getAuditSettings, (_, { organizationId }) => auditSettings(organizationId));

export const PATCH = defineRoute(auditApi.updateAuditSettings, async ({ body }, { organizationId }, { tell }) => {
  const before = await auditSettings(organizationId);
  await updateAuditSettings(organizationId, body.retention_days);
  const after = await auditSettings(organizationId);
  tell(toChangeFacts("audit", before, after));
  return after;
});

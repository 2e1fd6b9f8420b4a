/** GET, PATCH /api/v3/internal/patchbay/audit/settings */
import { auditSettings, updateAuditSettings } from "@/lib/access/audit/audit-settings";
import { auditApi } from "@/lib/access/audit/contract";
import { toChangeFacts } from "@/lib/access/audit/to-change-facts";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { requireSubscription } from "@/lib/webhooks/subscriptions/subscriptions";

export const GET = defineRoute(auditApi.getAuditSettings, (_, { organizationId }) => auditSettings(organizationId));

export const PATCH = defineRoute(
  auditApi.updateAuditSettings,
  async ({ body }, { organizationId, projectId }, { tell }) => {
    const { retention_days: days, stream_subscription_id: subscriptionId } = body;
    if (subscriptionId) await requireSubscription(projectId, subscriptionId);
    const stream = subscriptionId == null ? subscriptionId : { projectId, subscriptionId };
    const before = await auditSettings(organizationId);
    await updateAuditSettings(organizationId, { days, stream });
    const after = await auditSettings(organizationId);
    const toShown = ({ stream: target, ...settings }: typeof before) => ({
      ...settings,
      stream_subscription_id: target?.subscription_id,
    });
    tell(toChangeFacts("audit", toShown(before), toShown(after)));
    return after;
  },
);

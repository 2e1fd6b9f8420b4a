/** POST /api/v3/internal/patchbay/approvals/{id}/links */
import { actorOf } from "@/lib/access/caller";
import { approvalLinksApi } from "@/lib/approval-links/contract";
import { createApprovalLink } from "@/lib/approval-links/open-approval-link";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(approvalLinksApi.createApprovalLink, async ({ params, body }, caller) => {
  const link = { approver: body.approver, createdBy: actorOf(caller) };
  const { id, url, expiresAt } = await createApprovalLink(caller.projectId, params.id, link);
  return { id, url, expires_at: expiresAt.toISOString() };
});

/** POST /api/v3/internal/patchbay/approvals/{id}/decide */
import { requireProfile } from "@/lib/access/profile";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { approvalsApi } from "@/lib/tool-router/approvals/contract";
import { decideCall } from "@/lib/tool-router/approvals/decide";
import { toApproval } from "@/lib/tool-router/approvals/wire";

export const POST = defineRoute(approvalsApi.decideApproval, async ({ params, body }, { projectId, by }) => {
  const { email } = await requireProfile(by.userId);
  return toApproval(await decideCall(projectId, params.id, body, { id: by.userId, name: email }));
});

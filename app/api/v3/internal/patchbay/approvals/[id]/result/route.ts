/** GET /api/v3/internal/patchbay/approvals/{id}/result */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { toLateAnswer } from "@/lib/sessions/approvals/answer";
import { approvalsApi } from "@/lib/sessions/approvals/contract";
import { requireCall } from "@/lib/sessions/approvals/parked-calls";

export const GET = defineRoute(approvalsApi.getApprovalResult, async ({ params }, { projectId }) =>
  toLateAnswer(await requireCall(projectId, params.id)),
);

/** GET /api/v3/internal/patchbay/approvals/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { approvalsApi } from "@/lib/sessions/approvals/contract";
import { requireCall } from "@/lib/sessions/approvals/parked-calls";
import { toApproval } from "@/lib/sessions/approvals/wire";

export const GET = defineRoute(approvalsApi.getApproval, async ({ params }, { projectId }) =>
  toApproval(await requireCall(projectId, params.id)),
);

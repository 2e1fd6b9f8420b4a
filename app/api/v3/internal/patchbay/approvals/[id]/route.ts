/** GET /api/v3/internal/patchbay/approvals/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { approvalsApi } from "@/lib/sessions/approvals/contract";
import { findCallFacts } from "@/lib/sessions/approvals/find-covered";
import { requireCall } from "@/lib/sessions/approvals/parked-calls";
import { toApproval } from "@/lib/sessions/approvals/wire";
import { partyOf } from "@/lib/sessions/rules/may-decide";

export const GET = defineRoute(approvalsApi.getApproval, async ({ params }, { projectId, by }) => {
  const row = await requireCall(projectId, params.id);
  return toApproval(row, await findCallFacts(row, partyOf(by)));
});

/** GET /api/v3/internal/patchbay/approvals/waiting */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { approvalsApi } from "@/lib/sessions/approvals/contract";
import { countWaiting } from "@/lib/sessions/approvals/list-calls";

export const GET = defineRoute(approvalsApi.countApprovals, async (_, { projectId }) => ({
  waiting: await countWaiting(projectId),
}));

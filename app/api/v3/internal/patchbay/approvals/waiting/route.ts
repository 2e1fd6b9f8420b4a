/** GET /api/v3/internal/patchbay/approvals/waiting */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { approvalsApi } from "@/lib/tool-router/approvals/contract";
import { countWaiting } from "@/lib/tool-router/approvals/list";

export const GET = defineRoute(approvalsApi.countApprovals, async (_, { projectId }) => ({
  waiting: await countWaiting(projectId),
}));

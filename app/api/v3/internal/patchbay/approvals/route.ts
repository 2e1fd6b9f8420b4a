/** GET /api/v3/internal/patchbay/approvals */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { approvalsApi } from "@/lib/sessions/approvals/contract";
import { listCalls } from "@/lib/sessions/approvals/list-calls";
import { toCallPage } from "@/lib/sessions/approvals/wire";

export const GET = defineRoute(approvalsApi.listApprovals, async ({ query }, { projectId }) =>
  toCallPage(await listCalls(projectId, query)),
);

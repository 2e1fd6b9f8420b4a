/** GET /api/v3/internal/patchbay/approvals */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { approvalsApi } from "@/lib/tool-router/approvals/contract";
import { listCalls } from "@/lib/tool-router/approvals/list";
import { toCallPage } from "@/lib/tool-router/approvals/wire";

export const GET = defineRoute(approvalsApi.listApprovals, async ({ query }, { projectId }) =>
  toCallPage(await listCalls(projectId, query)),
);

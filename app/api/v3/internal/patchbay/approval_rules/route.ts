/** GET /api/v3/internal/patchbay/approval_rules */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { approvalsApi } from "@/lib/tool-router/approvals/contract";
import { listRules } from "@/lib/tool-router/approvals/rules";
import { toRulePage } from "@/lib/tool-router/approvals/wire";

export const GET = defineRoute(approvalsApi.listApprovalRules, async ({ query }, { projectId }) =>
  toRulePage(await listRules(projectId, query)),
);

/** GET /api/v3/internal/patchbay/approval_rules */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { approvalsApi } from "@/lib/sessions/approvals/contract";
import { listRules } from "@/lib/sessions/rules/approval-rules";
import { toRulePage } from "@/lib/sessions/approvals/wire";

export const GET = defineRoute(approvalsApi.listApprovalRules, async ({ query }, { projectId }) =>
  toRulePage(await listRules(projectId, query)),
);

/** PUT, DELETE /api/v3/internal/patchbay/approval_rules/{subject} */
import { requireProfile } from "@/lib/access/profile";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { approvalsApi } from "@/lib/tool-router/approvals/contract";
import { deleteRule, setRule } from "@/lib/tool-router/approvals/rules";
import { toRule } from "@/lib/tool-router/approvals/wire";

export const PUT = defineRoute(approvalsApi.setApprovalRule, async ({ params, body }, { projectId, by }) => {
  const { email } = await requireProfile(by.userId);
  return toRule(await setRule(projectId, params.subject, body.rule, { id: by.userId, name: email }));
});

export const DELETE = defineRoute(approvalsApi.deleteApprovalRule, async ({ params }, { projectId }) => {
  await deleteRule(projectId, params.subject);
  return { subject: params.subject, deleted: true as const };
});

/** PUT, DELETE /api/v3/internal/patchbay/approval_rules/{subject} */
import { requireProfile } from "@/lib/access/people/profile";
import { loosener, LOOSEN_APPROVALS } from "@/lib/access/projects/assert-keeps-protection";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { approvalsApi } from "@/lib/sessions/approvals/contract";
import { deleteRule, setRule } from "@/lib/sessions/rules/approval-rules";
import { toRule } from "@/lib/sessions/approvals/wire";

export const PUT = defineRoute(approvalsApi.setApprovalRule, async ({ params, body }, caller) => {
  const { projectId, by } = caller;
  const { email } = await requireProfile(by.userId);
  const mayLoosen = loosener(caller, LOOSEN_APPROVALS);
  return toRule(await setRule(projectId, params.subject, body, { id: by.userId, name: email, mayLoosen }));
});

export const DELETE = defineRoute(approvalsApi.deleteApprovalRule, async ({ params }, caller) => {
  await deleteRule(caller.projectId, params.subject, { mayLoosen: loosener(caller, LOOSEN_APPROVALS) });
  return { subject: params.subject, deleted: true as const };
});

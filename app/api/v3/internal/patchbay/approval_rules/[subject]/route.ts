/** PUT, DELETE /api/v3/internal/patchbay/approval_rules/{subject} */
import { readFreshness } from "@/lib/access/factors/assert-fresh-sign-in";
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
  const loosening = { mayLoosen, mayChooseApprovers: await readFreshness(caller) };
  return toRule(await setRule(projectId, params.subject, body, { id: by.userId, name: email, ...loosening }));
});

export const DELETE = defineRoute(approvalsApi.deleteApprovalRule, async ({ params }, caller) => {
  const mayLoosen = loosener(caller, LOOSEN_APPROVALS);
  await deleteRule(caller.projectId, params.subject, { mayLoosen, mayChooseApprovers: await readFreshness(caller) });
  return { subject: params.subject, deleted: true as const };
});

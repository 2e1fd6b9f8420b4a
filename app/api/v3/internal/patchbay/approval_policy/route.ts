/** GET, PATCH /api/v3/internal/patchbay/approval_policy */
import { toChangeFacts } from "@/lib/access/audit/to-change-facts";
import { readFreshness } from "@/lib/access/factors/assert-fresh-sign-in";
import { loosener, LOOSEN_APPROVALS } from "@/lib/access/projects/assert-keeps-protection";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { approvalsApi } from "@/lib/sessions/approvals/contract";
import { policyOf, updatePolicy } from "@/lib/sessions/rules/read-policy";
import { toPolicy } from "@/lib/sessions/approvals/wire";

export const GET = defineRoute(approvalsApi.getApprovalPolicy, async (_, { projectId }) =>
  toPolicy(await policyOf(projectId)),
);

export const PATCH = defineRoute(approvalsApi.updateApprovalPolicy, async ({ body }, caller, { tell }) => {
  const change = { default: body.default, lifeSeconds: body.expires_in_seconds, approvers: body.approvers };
  const mayLoosen = loosener(caller, LOOSEN_APPROVALS);
  const mayChooseApprovers = await readFreshness(caller);
  const before = toPolicy(await policyOf(caller.projectId));
  const after = toPolicy(await updatePolicy(caller.projectId, change, { mayLoosen, mayChooseApprovers }));
  tell(toChangeFacts("approval_policy", before, after));
  return after;
});

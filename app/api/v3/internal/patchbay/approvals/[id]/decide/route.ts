/** POST /api/v3/internal/patchbay/approvals/{id}/decide */
import { requireProfile } from "@/lib/access/people/profile";
import { loosener } from "@/lib/access/projects/assert-keeps-protection";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { approvalsApi } from "@/lib/sessions/approvals/contract";
import { decideCall } from "@/lib/sessions/approvals/decide-call";
import { toApproval } from "@/lib/sessions/approvals/wire";

export const POST = defineRoute(approvalsApi.decideApproval, async ({ params, body }, caller, { audit }) => {
  const { projectId, by } = caller;
  const { email } = await requireProfile(by.userId);
  const mayLoosen = loosener(caller, "allow a tool for all sessions");
  const decider = { id: by.userId, name: email, mayLoosen, record: audit };
  return toApproval(await decideCall(projectId, params.id, body, decider));
});

/** POST /api/v3/internal/patchbay/approvals/{id}/decide */
import { requireProfile } from "@/lib/access/people/profile";
import { loosener } from "@/lib/access/projects/assert-keeps-protection";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { approvalsApi } from "@/lib/sessions/approvals/contract";
import { decideCall } from "@/lib/sessions/approvals/decide-call";
import { findCallFacts } from "@/lib/sessions/approvals/find-covered";
import { toApproval } from "@/lib/sessions/approvals/wire";
import { partyOf } from "@/lib/sessions/rules/may-decide";

export const POST = defineRoute(approvalsApi.decideApproval, async ({ params, body }, caller, { audit }) => {
  const { projectId, by } = caller;
  const { email } = await requireProfile(by.userId);
  const mayLoosen = loosener(caller, "allow a tool for all sessions");
  const party = partyOf(by);
  const decider = { id: by.userId, name: email, party, mayLoosen, record: audit, isRecorded: true };
  const row = await decideCall(projectId, params.id, body, decider);
  return toApproval(row, await findCallFacts(row, party));
});

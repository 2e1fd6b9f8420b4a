/** POST /api/v3/internal/patchbay/approvals/many */
import { requireProfile } from "@/lib/access/people/profile";
import { loosener } from "@/lib/access/projects/assert-keeps-protection";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { decideCalls } from "@/lib/sessions/approvals/many/decide-calls";
import { partyOf } from "@/lib/sessions/rules/may-decide";
import { approvalsApi } from "@/lib/sessions/approvals/contract";

export const POST = defineRoute(approvalsApi.decideApprovals, async ({ body }, caller, facts) => {
  const { projectId, by } = caller;
  const { signal, requestId, audit } = facts;
  const { email } = await requireProfile(by.userId);
  const mayLoosen = loosener(caller, "allow a tool for all sessions");
  const party = partyOf(by);
  const decider = { id: by.userId, name: email, party, mayLoosen, record: audit };
  return decideCalls(projectId, body, { signal, requestId, decider });
});

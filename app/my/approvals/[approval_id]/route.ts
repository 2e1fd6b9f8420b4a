/** GET, POST /my/approvals/{approval_id}: one call that waits for its user. */
import { toVisit } from "@/app/my/visit";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { readOwnForm, toPersonResponse } from "@/lib/http/page-door/person-page";
import { myApprovalsApi } from "@/lib/my-connections/contract";
import { decideOwnApproval, showOwnApproval } from "@/lib/my-connections/show-approvals";

export const GET = defineRawRoute(myApprovalsApi.showOwnApproval, async (request, _caller, facts) =>
  toPersonResponse(await showOwnApproval(toVisit(request, facts), facts.params.approval_id ?? "")),
);

export const POST = defineRawRoute(myApprovalsApi.decideOwnApproval, async (request, _caller, facts) => {
  const form = await readOwnForm(request);
  return toPersonResponse(await decideOwnApproval(toVisit(request, facts), facts.params.approval_id ?? "", form));
});

/** GET, POST /my/approvals: the calls about which a user decides. */
import { toVisit } from "@/app/my/visit";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { toEndUserCookie } from "@/lib/http/page-door/end-user-cookie";
import { readOwnForm, toPersonResponse } from "@/lib/http/page-door/person-page";
import { myApprovalsApi } from "@/lib/my-connections/contract";
import { leaveApprovals, showApprovals } from "@/lib/my-connections/show-approvals";

export const GET = defineRawRoute(myApprovalsApi.showApprovals, async (request, _caller, facts) =>
  toPersonResponse(await showApprovals(toVisit(request, facts))),
);

export const POST = defineRawRoute(myApprovalsApi.leaveApprovals, async (request, _caller, facts) => {
  const form = await readOwnForm(request);
  const { answer, left } = await leaveApprovals(toVisit(request, facts), form);
  const response = toPersonResponse(answer);
  if (left) response.headers.append("set-cookie", toEndUserCookie("", 0));
  return response;
});

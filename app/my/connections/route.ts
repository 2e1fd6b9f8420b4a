/** GET, POST /my/connections: a user's own page of connections. */
import { toVisit } from "@/app/my/visit";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { toEndUserCookie } from "@/lib/http/page-door/end-user-cookie";
import { readOwnForm, toPersonResponse } from "@/lib/http/page-door/person-page";
import { myConnectionsApi } from "@/lib/my-connections/contract";
import { leaveConnections, showConnections } from "@/lib/my-connections/show-connections";

export const GET = defineRawRoute(myConnectionsApi.showConnections, async (request, _caller, facts) =>
  toPersonResponse(await showConnections(toVisit(request, facts))),
);

export const POST = defineRawRoute(myConnectionsApi.leaveConnections, async (request, _caller, facts) => {
  const form = await readOwnForm(request);
  const { answer, left } = await leaveConnections(toVisit(request, facts), form);
  const response = toPersonResponse(answer);
  if (left) response.headers.append("set-cookie", toEndUserCookie("", 0));
  return response;
});

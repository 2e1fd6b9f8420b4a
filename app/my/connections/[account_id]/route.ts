/** GET, POST /my/connections/{account_id}: one connection of a user. */
import { toVisit } from "@/app/my/visit";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { readOwnForm, toPersonResponse } from "@/lib/http/page-door/person-page";
import { myConnectionsApi } from "@/lib/my-connections/contract";
import { changeConnection, showConnection } from "@/lib/my-connections/show-connections";

export const GET = defineRawRoute(myConnectionsApi.showConnection, async (request, _caller, facts) =>
  toPersonResponse(await showConnection(toVisit(request, facts), facts.params.account_id ?? "")),
);

export const POST = defineRawRoute(myConnectionsApi.changeConnection, async (request, _caller, facts) => {
  const form = await readOwnForm(request);
  return toPersonResponse(await changeConnection(toVisit(request, facts), facts.params.account_id ?? "", form));
});

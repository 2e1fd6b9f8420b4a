/** GET, POST /my/programs/{grant_id}: one program that acts as a user. */
import { toVisit } from "@/app/my/visit";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { readOwnForm, toPersonResponse } from "@/lib/http/page-door/person-page";
import { myConnectionsApi } from "@/lib/my-connections/contract";
import { endProgram, showProgram } from "@/lib/my-connections/list-programs";

export const GET = defineRawRoute(myConnectionsApi.showProgram, async (request, _caller, facts) =>
  toPersonResponse(await showProgram(toVisit(request, facts), facts.params.grant_id ?? "")),
);

export const POST = defineRawRoute(myConnectionsApi.endProgram, async (request, _caller, facts) => {
  const form = await readOwnForm(request);
  return toPersonResponse(await endProgram(toVisit(request, facts), facts.params.grant_id ?? "", form));
});

/** GET, POST /connect/{token}: the hosted connect page. */
import { connectPagesApi } from "@/lib/connected-accounts/pages/contract";
import { showConnect } from "@/lib/connected-accounts/connect/show-connect";
import { submitConnect } from "@/lib/connected-accounts/connect/submit-connect";
import { toVisitor } from "@/lib/hosted-pages/visitor";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { readEndUserCookie } from "@/lib/http/page-door/end-user-cookie";
import { readOwnForm, readVisitor, toPersonResponse } from "@/lib/http/page-door/person-page";
import { findConnectionsUrl } from "@/lib/my-connections/find-connections-url";

export const GET = defineRawRoute(connectPagesApi.showConnectPage, async (request, _caller, facts) =>
  toPersonResponse(
    await showConnect(facts.params.token ?? "", toVisitor(readVisitor(request, facts)), (projectId, userId) =>
      findConnectionsUrl(readEndUserCookie(request), projectId, userId),
    ),
  ),
);

export const POST = defineRawRoute(connectPagesApi.submitConnectPage, async (request, _caller, facts) =>
  toPersonResponse(
    await submitConnect(facts.params.token ?? "", await readOwnForm(request), toVisitor(readVisitor(request, facts))),
  ),
);

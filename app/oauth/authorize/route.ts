/** GET, POST /oauth/authorize: a person allows a client to use an MCP server. */
import { suggestUsers } from "@/lib/connected-accounts/accounts/suggest-users";
import { toVisitor } from "@/lib/hosted-pages/visitor";
import { addressOf } from "@/lib/http/api-door/address-of";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { readEndUserCookie } from "@/lib/http/page-door/end-user-cookie";
import { readOwnForm, readVisitor, toPersonResponse } from "@/lib/http/page-door/person-page";
import { describeServer } from "@/lib/mcp/servers/describe-server";
import { decideAuthorize, showAuthorize, type Visit } from "@/lib/oauth-server/show-authorize";
import { oauthServerApi } from "@/lib/oauth-server/contract";

const toVisit = (request: Request, { url, requestId }: { url: URL; requestId: string }): Visit => ({
  search: url.searchParams,
  language: toVisitor(readVisitor(request, { url, requestId })).language,
  cookies: request.headers.get("cookie"),
  endUserCookie: readEndUserCookie(request),
  address: addressOf(request),
  requestId,
});

const SOURCES = { findServer: describeServer, suggestUsers };

export const GET = defineRawRoute(oauthServerApi.authorize, async (request, _caller, facts) =>
  toPersonResponse(await showAuthorize(toVisit(request, facts), SOURCES)),
);

export const POST = defineRawRoute(oauthServerApi.decide, async (request, _caller, facts) =>
  toPersonResponse(await decideAuthorize(toVisit(request, facts), await readOwnForm(request), SOURCES)),
);

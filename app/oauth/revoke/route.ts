/** POST /oauth/revoke */
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { readOAuthForm, toOAuthResponse } from "@/lib/http/api-door/oauth-request";
import { oauthServerApi } from "@/lib/oauth-server/contract";
import { answerRevoke } from "@/lib/oauth-server/oauth-answer";

export const POST = defineRawRoute(oauthServerApi.revoke, async (request) =>
  toOAuthResponse(await answerRevoke(await readOAuthForm(request))),
);

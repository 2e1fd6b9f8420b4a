/** POST /oauth/token */
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { readOAuthForm, toOAuthResponse } from "@/lib/http/api-door/oauth-request";
import { oauthServerApi } from "@/lib/oauth-server/contract";
import { answerToken } from "@/lib/oauth-server/oauth-answer";

export const POST = defineRawRoute(oauthServerApi.token, async (request) =>
  toOAuthResponse(await answerToken(await readOAuthForm(request))),
);

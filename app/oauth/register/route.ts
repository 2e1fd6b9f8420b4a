/** POST /oauth/register */
import { addressOf } from "@/lib/http/api-door/address-of";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { readOAuthJson, toOAuthResponse } from "@/lib/http/api-door/oauth-request";
import { oauthServerApi } from "@/lib/oauth-server/contract";
import { answerRegister } from "@/lib/oauth-server/oauth-answer";

export const POST = defineRawRoute(oauthServerApi.registerClient, async (request) =>
  toOAuthResponse(await answerRegister(await readOAuthJson(request), addressOf(request))),
);

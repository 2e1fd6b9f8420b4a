/** GET /api/v3/toolkits/auth/callback: where OAuth providers send people back to. */
import { connectPagesApi } from "@/lib/connected-accounts/pages/contract";
import { finishOAuth } from "@/lib/connected-accounts/connect/finish-oauth";
import { toOAuthCallback } from "@/lib/connected-accounts/manage/wire";
import { toVisitor } from "@/lib/hosted-pages/visitor";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { readVisitor, toPersonResponse } from "@/lib/http/page-door/person-page";

export const GET = defineRawRoute(connectPagesApi.finishOAuth, async (request, _caller, facts) =>
  toPersonResponse(
    await finishOAuth(toOAuthCallback(facts.url.searchParams), {
      ...toVisitor(readVisitor(request, facts)),
      popup: false,
    }),
  ),
);

/** GET /api/v3/toolkits/auth/callback: where OAuth providers send people back to. */
import { findCallbackVerifier } from "@/lib/access/projects";
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { finishOAuth } from "@/lib/connected-accounts/finish-oauth";
import { toOAuthCallback } from "@/lib/connected-accounts/wire";
import { toVisitor } from "@/lib/connected-accounts/visitor";
import { defineRawRoute } from "@/lib/http/define-route";
import { readVisitor, toPersonResponse } from "@/lib/http/person-page";

export const GET = defineRawRoute(connectedAccountsApi.finishOAuth, async (request, _caller, facts) =>
  toPersonResponse(
    await finishOAuth(
      toOAuthCallback(facts.url.searchParams),
      { ...toVisitor(readVisitor(request, facts)), popup: false },
      findCallbackVerifier,
    ),
  ),
);

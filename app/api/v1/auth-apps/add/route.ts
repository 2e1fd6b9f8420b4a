/** GET /api/v1/auth-apps/add: the older address of the callback. Its cookies belong to the address of today. */
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { defaultRedirectUri } from "@/lib/connected-accounts/oauth/client";
import { defineRawRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRawRoute(connectedAccountsApi.olderCallback, async (_request, _caller, { url }) => {
  const location = `${defaultRedirectUri()}${url.search}`;
  return new Response(null, {
    status: 302,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
});

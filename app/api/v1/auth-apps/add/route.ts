/** GET /api/v1/auth-apps/add: the older address of the callback. Its cookies belong to the address of today. */
import { olderConnectionsApi } from "@/lib/connected-accounts/pages/contract";
import { defaultRedirectUri } from "@/lib/connected-accounts/oauth/oauth-client";
import { defineRawRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRawRoute(olderConnectionsApi.olderCallback, async (_request, _caller, { url }) => {
  const location = `${defaultRedirectUri()}${url.search}`;
  return new Response(null, {
    status: 302,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
});

/** GET /api/v3/internal/patchbay/sign_in/sso/{provider_id}/callback: where a provider sends a person back to. */
import { accessApi } from "@/lib/access/contract";
import { toDevice } from "@/lib/access/sign-in/to-device";
import { finishSso } from "@/lib/access/sso/finish-sso";
import { addressOf } from "@/lib/http/api-door/address-of";
import { defineRawRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRawRoute(accessApi.finishSso, async (request, _caller, { params, url, requestId }) => {
  const { redirectTo, cookies } = await finishSso({
    providerId: params.provider_id ?? "",
    search: url.searchParams,
    cookieHeader: request.headers.get("cookie"),
    client: { address: addressOf(request), device: toDevice(request.headers.get("user-agent")) },
    requestId,
  });
  const headers = new Headers({ location: redirectTo, "cache-control": "no-store", "referrer-policy": "no-referrer" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
});

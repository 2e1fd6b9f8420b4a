/** GET /api/v3/internal/patchbay/sign_in/sso/{provider_id}/keys */
import { accessApi } from "@/lib/access/contract";
import { listSsoKeys } from "@/lib/access/sso/list-sso-keys";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listSsoKeys, ({ params }, _, { address }) =>
  listSsoKeys(params.provider_id, address),
);

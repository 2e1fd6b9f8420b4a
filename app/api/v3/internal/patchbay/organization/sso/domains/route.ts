/** POST /api/v3/internal/patchbay/organization/sso/domains */
import { accessApi } from "@/lib/access/contract";
import { addDomain, toWireDomain } from "@/lib/access/sso/prove-domain";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.addSsoDomain, async ({ body }, caller, { tell }) => {
  tell({ name: body.domain });
  return toWireDomain(await addDomain(caller, body));
});

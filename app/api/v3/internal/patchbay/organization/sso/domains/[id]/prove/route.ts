/** POST /api/v3/internal/patchbay/organization/sso/domains/{id}/prove */
import { accessApi } from "@/lib/access/contract";
import { proveDomain, toWireDomain } from "@/lib/access/sso/prove-domain";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.proveSsoDomain, async ({ params }, caller, { tell }) => {
  const row = await proveDomain(caller, params.id);
  tell({ name: row.domain });
  return toWireDomain(row);
});

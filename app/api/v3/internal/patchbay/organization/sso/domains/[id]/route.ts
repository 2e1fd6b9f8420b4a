/** PATCH, DELETE /api/v3/internal/patchbay/organization/sso/domains/{id} */
import { accessApi } from "@/lib/access/contract";
import { deleteDomain, toWireDomain, updateDomain } from "@/lib/access/sso/prove-domain";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const PATCH = defineRoute(accessApi.updateSsoDomain, async ({ params, body }, caller, { tell }) => {
  const row = await updateDomain(caller, params.id, body.provider_id);
  tell({ name: row.domain });
  return toWireDomain(row);
});

export const DELETE = defineRoute(accessApi.deleteSsoDomain, async ({ params: { id } }, caller, { tell }) => {
  tell({ name: await deleteDomain(caller, id) });
  return { id, deleted: true };
});

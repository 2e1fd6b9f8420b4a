/** PATCH, DELETE /api/v3/internal/patchbay/organization/sso/providers/{id} */
import { accessApi } from "@/lib/access/contract";
import { deleteProvider, toWireProvider, updateProvider } from "@/lib/access/sso/update-provider";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const PATCH = defineRoute(accessApi.updateSsoProvider, async ({ params, body }, caller, { tell }) => {
  tell({ fields: Object.keys(body).join(", ") });
  return toWireProvider(await updateProvider(caller, params.id, body));
});

export const DELETE = defineRoute(accessApi.deleteSsoProvider, async ({ params: { id } }, caller, { tell }) => {
  tell({ name: await deleteProvider(caller, id) });
  return { id, deleted: true };
});

/** PATCH /api/v3/internal/patchbay/organization */
import { accessApi } from "@/lib/access/contract";
import { renameOrganization } from "@/lib/access/people/lock-organization";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const PATCH = defineRoute(accessApi.updateOrganization, async ({ body: { name } }, caller, { tell }) => {
  tell({ from: await renameOrganization(caller, name), to: name });
  return { id: caller.organizationId, name };
});

/** DELETE /api/v3/internal/patchbay/organization/api_keys/{id} */
import { accessApi } from "@/lib/access/contract";
import { revokeOrganizationKey } from "@/lib/access/keys/find-organization-keys";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const DELETE = defineRoute(accessApi.revokeOrganizationKey, async ({ params: { id } }, { organizationId }) => ({
  id,
  revoked_at: (await revokeOrganizationKey(organizationId, id)).toISOString(),
}));

/** DELETE /api/v3/internal/patchbay/profile/api_keys/{id} */
import { accessApi } from "@/lib/access/contract";
import { revokeUserKey } from "@/lib/access/keys/create-user-key";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const DELETE = defineRoute(accessApi.revokeUserKey, async ({ params }, { organizationId, by: { userId } }) => ({
  id: params.id,
  revoked_at: (await revokeUserKey({ organizationId, userId }, params.id)).toISOString(),
}));

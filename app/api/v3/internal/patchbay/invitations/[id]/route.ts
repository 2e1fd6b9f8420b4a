/** DELETE /api/v3/internal/patchbay/invitations/{id} */
import { accessApi } from "@/lib/access/contract";
import { revokeInvitation } from "@/lib/access/people/invitations";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const DELETE = defineRoute(accessApi.revokeInvitation, async ({ params }, { organizationId, by }) => ({
  id: params.id,
  revoked: await revokeInvitation({ organizationId, userId: by.userId }, params.id),
}));

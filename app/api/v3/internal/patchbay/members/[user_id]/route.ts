/** PATCH, DELETE /api/v3/internal/patchbay/members/{user_id} */
import { accessApi } from "@/lib/access/contract";
import { changeRole, removeMember } from "@/lib/access/people/members";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const PATCH = defineRoute(
  accessApi.changeMemberRole,
  async ({ params, body }, { organizationId, by }, { tell }) => {
    const from = await changeRole({ organizationId, userId: by.userId }, params.user_id, body.role);
    tell({ from, to: body.role });
    return { id: params.user_id, role: body.role };
  },
);

export const DELETE = defineRoute(accessApi.removeMember, async ({ params }, { organizationId, by }, { tell }) => {
  tell({ name: await removeMember({ organizationId, userId: by.userId }, params.user_id) });
  return { id: params.user_id, removed: true };
});

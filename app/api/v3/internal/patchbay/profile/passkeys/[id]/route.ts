/** DELETE /api/v3/internal/patchbay/profile/passkeys/{id} */
import { accessApi } from "@/lib/access/contract";
import { deletePasskey } from "@/lib/access/factors/add-passkey";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const DELETE = defineRoute(accessApi.deletePasskey, async ({ params: { id } }, { userId }, { tell }) => {
  tell({ name: await deletePasskey(userId, id) });
  return { id, deleted: true };
});

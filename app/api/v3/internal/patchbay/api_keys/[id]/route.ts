/** DELETE /api/v3/internal/patchbay/api_keys/{id} */
import { revokeApiKey } from "@/lib/access/api-keys";
import { accessApi } from "@/lib/access/contract";
import { defineRoute } from "@/lib/http/define-route";

export const DELETE = defineRoute(accessApi.revokeApiKey, async ({ params }, { projectId }) => {
  const { id, revokedAt } = await revokeApiKey(projectId, params.id);
  return { id, revoked_at: revokedAt.toISOString() };
});

/** DELETE /api/v3/internal/patchbay/api_keys/{id} */
import { revokeApiKey } from "@/lib/access/keys/api-keys";
import { accessApi } from "@/lib/access/contract";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const DELETE = defineRoute(accessApi.revokeApiKey, async ({ params, query }, { projectId }) => {
  const { id, revokedAt, alsoRevoked } = await revokeApiKey(projectId, params.id, query.also === "same_maker");
  return { id, revoked_at: revokedAt.toISOString(), also_revoked: alsoRevoked };
});

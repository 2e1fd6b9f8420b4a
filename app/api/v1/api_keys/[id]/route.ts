/** DELETE /api/v1/api_keys/{id} */
import { revokeApiKey } from "@/lib/access/keys/api-keys";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderKeysApi } from "@/lib/legacy/keys/contract";

export const DELETE = defineRoute(olderKeysApi.deleteOlderKey, async ({ params }, { projectId }) => {
  await revokeApiKey(projectId, params.id);
  return { deleted: true as const };
});

/** DELETE /api/v1/api_keys/{id} */
import { revokeApiKey } from "@/lib/access/keys/api-keys";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderProjectApi } from "@/lib/legacy/project/contract";

export const DELETE = defineRoute(olderProjectApi.deleteOlderKey, async ({ params }, { projectId }) => {
  await revokeApiKey(projectId, params.id);
  return { deleted: true as const };
});

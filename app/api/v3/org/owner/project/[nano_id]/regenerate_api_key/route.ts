/** POST /api/v3/org/owner/project/{nano_id}/regenerate_api_key */
import { accessApi } from "@/lib/access/contract";
import { regenerateProjectKey } from "@/lib/access/projects/create-owner-project";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.regenerateProjectKey, async ({ params }, caller, { audit, tell }) => {
  const { revokedIds, ...answer } = await regenerateProjectKey(caller, params.nano_id);
  tell({ project: params.nano_id });
  for (const id of revokedIds) await audit("api_key.revoke", id);
  return answer;
});

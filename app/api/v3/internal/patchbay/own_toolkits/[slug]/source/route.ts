/** GET /api/v3/internal/patchbay/own_toolkits/{slug}/source */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { JsonText } from "@/lib/http/api-door/json-text";
import { ownToolkitsApi } from "@/lib/own-toolkits/contract";
import { readSource } from "@/lib/own-toolkits/read-source";

export const GET = defineRoute(ownToolkitsApi.getOwnToolkitSource, async ({ params }, { projectId }) => {
  const pieces = await readSource(projectId, params.slug);
  return new JsonText(() => pieces);
});

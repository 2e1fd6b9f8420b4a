/** GET /api/v3/internal/patchbay/own_toolkits/{slug}/versions */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { ownToolkitsApi } from "@/lib/own-toolkits/contract";
import { listOwnToolkitVersions } from "@/lib/own-toolkits/own-toolkit-row";

export const GET = defineRoute(ownToolkitsApi.listOwnToolkitVersions, async ({ params }, { projectId }) => ({
  items: await listOwnToolkitVersions(projectId, params.slug),
}));

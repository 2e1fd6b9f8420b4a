/** GET /api/v3/internal/patchbay/own_toolkits */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { ownToolkitsApi } from "@/lib/own-toolkits/contract";
import { listOwnToolkits, toOwnToolkit } from "@/lib/own-toolkits/own-toolkits";

export const GET = defineRoute(ownToolkitsApi.listOwnToolkits, async (_, { projectId }) => ({
  items: (await listOwnToolkits(projectId)).map(toOwnToolkit),
}));

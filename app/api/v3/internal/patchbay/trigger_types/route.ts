/** GET /api/v3/internal/patchbay/trigger_types */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { triggerPagesApi } from "@/lib/triggers/pages/contract";
import { shortTypes } from "@/lib/triggers/pages/short-types";

export const GET = defineRoute(triggerPagesApi.listShortTriggerTypes, async (_, { projectId }) => ({
  items: await shortTypes(projectId),
}));

/** GET /api/v3/internal/patchbay/tool_overrides */
import { listOverrides } from "@/lib/catalog/change-overrides/view-override";
import { overridesApi } from "@/lib/catalog/overrides/contract";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(overridesApi.listToolOverrides, async (_, { projectId }) => ({
  items: await listOverrides(projectId),
}));

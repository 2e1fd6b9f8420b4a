/** GET, PUT, DELETE /api/v3/internal/patchbay/tools/{slug}/override */
import { permissionsOf } from "@/lib/access/roles";
import { deleteOverride, putOverride, requireOriginalTool } from "@/lib/catalog/change-overrides/put-override";
import { viewOverride } from "@/lib/catalog/change-overrides/view-override";
import { overridesApi } from "@/lib/catalog/overrides/contract";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(overridesApi.getToolOverride, async ({ params }, caller) =>
  viewOverride(
    caller.projectId,
    await requireOriginalTool(caller.projectId, params.slug),
    permissionsOf(caller).has("tools:write"),
  ),
);

export const PUT = defineRoute(overridesApi.putToolOverride, async ({ params, body }, { projectId }) =>
  viewOverride(projectId, await putOverride(projectId, params.slug, body), true),
);

export const DELETE = defineRoute(overridesApi.deleteToolOverride, async ({ params }, { projectId }) => {
  await deleteOverride(projectId, params.slug);
  return { deleted: true };
});

/** GET /api/v3/internal/patchbay/toolkit_names: what each toolkit is called. */
import { toolkitNamesApi } from "@/lib/catalog/toolkit-names.contract";
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(toolkitNamesApi.listToolkitNames, async (_, { projectId }) => ({
  names: Object.fromEntries((await everyToolkit(projectId)).map(({ slug, name }) => [slug, name])),
}));

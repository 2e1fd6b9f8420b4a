/** POST /api/v3/internal/patchbay/added_tools/preview */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { previewAddedTool } from "@/lib/own-toolkits/added/create-added-tool";
import { addedToolsApi } from "@/lib/own-toolkits/added/contract";

export const POST = defineRoute(addedToolsApi.previewAddedTool, ({ body }, { projectId }) =>
  previewAddedTool(projectId, body.toolkit_slug, body.tool),
);

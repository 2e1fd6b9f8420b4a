/** GET, PUT, DELETE /api/v3/internal/patchbay/added_tools/{tool_slug} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { removeAddedTool, replaceAddedTool } from "@/lib/own-toolkits/added/create-added-tool";
import { getAddedTool } from "@/lib/own-toolkits/added/list-added-tools";
import { addedToolsApi } from "@/lib/own-toolkits/added/contract";

export const GET = defineRoute(addedToolsApi.getAddedTool, ({ params }, { projectId }) =>
  getAddedTool(projectId, params.tool_slug),
);

export const PUT = defineRoute(addedToolsApi.replaceAddedTool, ({ params, body }, { projectId }) =>
  replaceAddedTool(projectId, params.tool_slug, body),
);

export const DELETE = defineRoute(addedToolsApi.deleteAddedTool, async ({ params }, { projectId }) => {
  await removeAddedTool(projectId, params.tool_slug);
  return { deleted: true };
});

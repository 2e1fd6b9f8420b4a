/** GET, POST /api/v3/internal/patchbay/added_tools */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { createAddedTool } from "@/lib/own-toolkits/added/create-added-tool";
import { listAddedTools } from "@/lib/own-toolkits/added/list-added-tools";
import { addedToolsApi } from "@/lib/own-toolkits/added/contract";

export const GET = defineRoute(addedToolsApi.listAddedTools, async ({ query }, { projectId }) => ({
  items: await listAddedTools(projectId, query.toolkit_slug),
}));

export const POST = defineRoute(addedToolsApi.createAddedTool, ({ body }, caller) =>
  createAddedTool(caller.projectId, body, actorOf(caller)),
);

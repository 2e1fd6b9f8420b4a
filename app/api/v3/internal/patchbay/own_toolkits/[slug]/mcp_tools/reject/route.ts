/** POST /api/v3/internal/patchbay/own_toolkits/{slug}/mcp_tools/reject */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { customToolkitsApi } from "@/lib/own-toolkits/mcp/contract";
import { rejectMcpTools } from "@/lib/own-toolkits/mcp/approve-mcp-tools";

export const POST = defineRoute(customToolkitsApi.rejectOwnMcpTools, async ({ params, body }, caller) => {
  await rejectMcpTools(caller.projectId, params.slug, body.tools, actorOf(caller));
  return { tools: body.tools.map(({ name }) => name) };
});

/** POST /api/v3/internal/patchbay/own_toolkits/{slug}/mcp_tools/approve */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { customToolkitsApi } from "@/lib/own-toolkits/mcp/contract";
import { approveMcpTools } from "@/lib/own-toolkits/mcp/approve-mcp-tools";

export const POST = defineRoute(customToolkitsApi.approveOwnMcpTools, async ({ params, body }, caller) => {
  const { version } = await approveMcpTools(caller.projectId, params.slug, body.tools, actorOf(caller));
  return { version, tools: body.tools.map(({ name }) => name) };
});

/** POST /api/v3/mcp/servers/generate */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mcpApi } from "@/lib/mcp/contract";
import { requireServer } from "@/lib/mcp/servers/servers";
import { toUrls } from "@/lib/mcp/wire";

export const POST = defineRoute(mcpApi.generateMcpUrls, async ({ body }, { projectId }) =>
  toUrls(await requireServer(projectId, body.mcp_server_id), body),
);

/** POST /api/v3/mcp/servers/custom */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mcpApi } from "@/lib/mcp/contract";
import { createServer } from "@/lib/mcp/servers/servers";
import { toCreatedServer, toCustomServer } from "@/lib/mcp/wire";

export const POST = defineRoute(mcpApi.createCustomMcpServer, async ({ body }, { projectId }) =>
  toCreatedServer(await createServer(projectId, toCustomServer(body))),
);

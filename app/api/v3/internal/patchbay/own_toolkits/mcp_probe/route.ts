/** POST /api/v3/internal/patchbay/own_toolkits/mcp_probe */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { customToolkitsApi } from "@/lib/own-toolkits/mcp/contract";
import { probeServer } from "@/lib/own-toolkits/mcp/probe-server";

export const POST = defineRoute(customToolkitsApi.probeMcpServer, ({ body }, { projectId }, { signal }) =>
  probeServer(projectId, body.url, signal),
);

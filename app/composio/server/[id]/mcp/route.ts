/** POST, GET, DELETE /composio/server/{id}/mcp: the older address of a server's MCP endpoint. */
import { defineProtocolRoute } from "@/lib/http/api-door/define-route";
import { answerMcpDelete, answerMcpGet, answerMcpPost } from "@/lib/http/mcp/answer-mcp";
import { mcpApi } from "@/lib/mcp/contract";
import { openServer } from "../../../../v3/mcp/[id]/open-server";

export const POST = defineProtocolRoute(mcpApi.callMcpServerByOldLongPath, (request, { id }, requestId) =>
  answerMcpPost(request, requestId, openServer(id, requestId)),
);
export const GET = defineProtocolRoute(mcpApi.followMcpServerByOldLongPath, (request, { id }, requestId) =>
  answerMcpGet(request, requestId, openServer(id, requestId)),
);
export const DELETE = defineProtocolRoute(mcpApi.endMcpSessionByOldLongPath, async (_request, _params, requestId) =>
  answerMcpDelete(requestId),
);

/** POST, GET, DELETE /v3/mcp/{id}/mcp: the MCP endpoint of a server. */
import { defineProtocolRoute } from "@/lib/http/api-door/define-route";
import { answerMcpDelete, answerMcpGet, answerMcpPost } from "@/lib/http/mcp/answer-mcp";
import { mcpApi } from "@/lib/mcp/contract";
import { openServer } from "../open-server";

export const POST = defineProtocolRoute(mcpApi.callMcpServerByLongPath, (request, { id }, requestId) =>
  answerMcpPost(request, requestId, openServer(id, requestId)),
);
export const GET = defineProtocolRoute(mcpApi.followMcpServerByLongPath, (request, { id }, requestId) =>
  answerMcpGet(request, requestId, openServer(id, requestId)),
);
export const DELETE = defineProtocolRoute(mcpApi.endMcpSessionByLongPath, async (_request, _params, requestId) =>
  answerMcpDelete(requestId),
);

/** GET /v3/mcp/{id}/sse: the transport of MCP's first revision. POST: the same as without /sse. */
import { defineProtocolRoute } from "@/lib/http/api-door/define-route";
import { answerMcpPost } from "@/lib/http/mcp/answer-mcp";
import { answerSseGet } from "@/lib/http/mcp/sse-transport";
import { mcpApi } from "@/lib/mcp/contract";
import { messagesPath, openServer } from "../open-server";

export const GET = defineProtocolRoute(mcpApi.connectBySse, (request, { id }, requestId) =>
  answerSseGet(request, requestId, openServer(id, requestId), messagesPath(id)),
);
export const POST = defineProtocolRoute(mcpApi.callMcpServerAtSse, (request, { id }, requestId) =>
  answerMcpPost(request, requestId, openServer(id, requestId)),
);

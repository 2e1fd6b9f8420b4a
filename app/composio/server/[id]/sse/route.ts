/** GET /composio/server/{id}/sse: the older address of the transport of MCP's first revision. POST: as without /sse. */
import { defineProtocolRoute } from "@/lib/http/api-door/define-route";
import { answerMcpPost } from "@/lib/http/mcp/answer-mcp";
import { answerSseGet } from "@/lib/http/mcp/sse-transport";
import { mcpApi } from "@/lib/mcp/contract";
import { messagesPath, openServer } from "../../../../v3/mcp/[id]/open-server";

export const GET = defineProtocolRoute(mcpApi.connectBySseAtOldPath, (request, { id }, requestId) =>
  answerSseGet(request, requestId, openServer(id, requestId), messagesPath(id)),
);
export const POST = defineProtocolRoute(mcpApi.callMcpServerAtOldSse, (request, { id }, requestId) =>
  answerMcpPost(request, requestId, openServer(id, requestId)),
);

/**
 * POST, GET, DELETE /composio/server/{id}: the older address of a server's MCP endpoint; a GET with transport=sse as
 * then.
 */
import { defineProtocolRoute } from "@/lib/http/api-door/define-route";
import { answerMcpDelete, answerMcpGet, answerMcpPost } from "@/lib/http/mcp/answer-mcp";
import { answerSseGet } from "@/lib/http/mcp/sse-transport";
import { mcpApi } from "@/lib/mcp/contract";
import { messagesPath, openServer } from "../../../v3/mcp/[id]/open-server";

export const POST = defineProtocolRoute(mcpApi.callMcpServerByOldPath, (request, { id }, requestId) =>
  answerMcpPost(request, requestId, openServer(id, requestId)),
);
export const GET = defineProtocolRoute(mcpApi.followMcpServerByOldPath, (request, { id }, requestId) => {
  const open = openServer(id, requestId);
  return /[?&]transport=sse(&|$)/.test(request.url)
    ? answerSseGet(request, requestId, open, messagesPath(id))
    : answerMcpGet(request, requestId, open);
});
export const DELETE = defineProtocolRoute(mcpApi.endMcpSessionByOldPath, async (_request, _params, requestId) =>
  answerMcpDelete(requestId),
);

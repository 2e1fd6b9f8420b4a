/** POST, GET, DELETE /tool_router/{session_id}/mcp: the MCP endpoint of a session. */
import { defineProtocolRoute } from "@/lib/http/api-door/define-route";
import { answerMcpDelete, answerMcpGet, answerMcpPost } from "@/lib/http/mcp/answer-mcp";
import { sessionMcpApi } from "@/lib/mcp/sessions/contract";
import { openSession } from "@/app/tool_router/open-session";

export const POST = defineProtocolRoute(sessionMcpApi.callSessionMcp, (request, { session_id: id }, requestId) =>
  answerMcpPost(request, requestId, openSession(id, requestId)),
);
export const GET = defineProtocolRoute(sessionMcpApi.followSessionMcp, (request, { session_id: id }, requestId) =>
  answerMcpGet(request, requestId, openSession(id, requestId)),
);
export const DELETE = defineProtocolRoute(sessionMcpApi.endSessionMcp, async (_request, _params, requestId) =>
  answerMcpDelete(requestId),
);

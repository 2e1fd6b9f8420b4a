/** POST, GET /tool_router/v3/{session_id}/mcp: the MCP endpoint of a session. */
import { defineProtocolRoute } from "@/lib/http/api-door/define-route";
import { answerMcpGet, answerMcpPost } from "@/lib/http/mcp/answer-mcp";
import { sessionMcpApi } from "@/lib/mcp/sessions/contract";
import { openSession } from "@/app/tool_router/open-session";

export const POST = defineProtocolRoute(
  sessionMcpApi.callSessionMcpByVersion,
  (request, { session_id: id }, requestId) => answerMcpPost(request, requestId, openSession(id, requestId)),
);
export const GET = defineProtocolRoute(
  sessionMcpApi.followSessionMcpByVersion,
  (request, { session_id: id }, requestId) => answerMcpGet(request, requestId, openSession(id, requestId)),
);

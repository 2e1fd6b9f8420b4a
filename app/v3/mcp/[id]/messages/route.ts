/** POST /v3/mcp/{id}/messages: messages of a connection by GET /v3/mcp/{id}/sse. */
import { defineProtocolRoute } from "@/lib/http/api-door/define-route";
import { answerSseMessage } from "@/lib/http/mcp/sse-transport";
import { mcpApi } from "@/lib/mcp/contract";
import { openServer } from "../open-server";

export const POST = defineProtocolRoute(mcpApi.sendBySse, (request, { id }, requestId) =>
  answerSseMessage(request, requestId, openServer(id, requestId)),
);

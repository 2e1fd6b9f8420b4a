/** POST, GET, DELETE /v3/mcp/{id}: the MCP endpoint of a server. */
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { onlyPost } from "@/lib/http/mcp/json-rpc-transport";
import { mcpApi } from "@/lib/mcp/contract";
import { answerPost } from "./answer-post";

export const POST = defineRawRoute(mcpApi.callMcpServer, (request, _caller, facts) => answerPost(request, facts));
export const GET = defineRawRoute(mcpApi.followMcpServer, (_request, _caller, { requestId }) =>
  Promise.resolve(onlyPost(requestId)),
);
export const DELETE = defineRawRoute(mcpApi.endMcpSession, (_request, _caller, { requestId }) =>
  Promise.resolve(onlyPost(requestId)),
);

/** POST, GET, DELETE /v3/mcp/{id}/mcp: the MCP endpoint of a server. */
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { onlyPost } from "@/lib/http/mcp/json-rpc-transport";
import { mcpApi } from "@/lib/mcp/contract";
import { answerPost } from "../answer-post";

export const POST = defineRawRoute(mcpApi.callMcpServerByLongPath, (request, _caller, facts) =>
  answerPost(request, facts),
);
export const GET = defineRawRoute(mcpApi.followMcpServerByLongPath, (_request, _caller, { requestId }) =>
  Promise.resolve(onlyPost(requestId)),
);
export const DELETE = defineRawRoute(mcpApi.endMcpSessionByLongPath, (_request, _caller, { requestId }) =>
  Promise.resolve(onlyPost(requestId)),
);

/** POST, GET /api/docs/mcp: the documentation as an MCP server. */
import { operations } from "@/lib/api";
import { guidesApi } from "@/lib/guides/contract";
import { docsSurface } from "@/lib/guides/docs-surface";
import { assertReader } from "@/lib/http/api-door/authenticate";
import { defineProtocolRoute } from "@/lib/http/api-door/define-route";
import { answerNoStream, answerPublicPost } from "@/lib/http/mcp/answer-mcp";

const surface = docsSurface(operations);

export const POST = defineProtocolRoute(guidesApi.callDocsMcp, async (request, _params, requestId) => {
  await assertReader(request);
  return answerPublicPost(request, requestId, surface);
});
export const GET = defineProtocolRoute(guidesApi.followDocsMcp, async (_request, _params, requestId) =>
  answerNoStream(requestId),
);

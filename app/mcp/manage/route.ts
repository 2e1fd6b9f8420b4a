/** POST, GET /mcp/manage: the management server. */
import { defineProtocolRoute } from "@/lib/http/api-door/define-route";
import { answerMcpGet, answerMcpPost } from "@/lib/http/mcp/answer-mcp";
import { openManagement } from "@/lib/http/mcp/manage/open-management";
import { manageMcpApi } from "@/lib/mcp/endpoint/manage.contract";
import { managedTools } from "./managed";

/** Made when they are first asked for: hardly any process is. */
let cachedTools: ReturnType<typeof managedTools> | undefined;
const tools = () => (cachedTools ??= managedTools());

export const POST = defineProtocolRoute(manageMcpApi.callManageMcp, (request, _params, requestId) =>
  answerMcpPost(request, requestId, openManagement(tools, requestId)),
);
export const GET = defineProtocolRoute(manageMcpApi.followManageMcp, (request, _params, requestId) =>
  answerMcpGet(request, requestId, openManagement(tools, requestId)),
);

/** POST /api/v3/internal/patchbay/added_tools/try */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { toLogSource } from "@/lib/logs/log-source";
import { addedToolsApi } from "@/lib/own-toolkits/added/contract";
import { tryAddedTool } from "@/lib/own-toolkits/added/try-draft-tool";

export const POST = defineRoute(addedToolsApi.tryAddedTool, ({ body }, caller, { headers, signal, requestId, audit }) =>
  tryAddedTool(caller, body, { source: toLogSource(headers), signal, requestId, audit }),
);

/** POST /api/v3/internal/patchbay/own_toolkits/{slug}/try */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { toLogSource } from "@/lib/logs/log-source";
import { addedToolsApi } from "@/lib/own-toolkits/added/contract";
import { tryDraftTool } from "@/lib/own-toolkits/added/try-draft-tool";

export const POST = defineRoute(
  addedToolsApi.tryOwnToolkit,
  ({ params, body }, caller, { headers, signal, requestId, audit }) =>
    tryDraftTool(caller, params.slug, body, { source: toLogSource(headers), signal, requestId, audit }),
);

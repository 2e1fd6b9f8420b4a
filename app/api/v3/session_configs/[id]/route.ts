/** GET /api/v3/session_configs/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/tool-router/contract";
import { requireSaved } from "@/lib/tool-router/saved/saved-configs";
import { toSaved } from "@/lib/tool-router/wire";

export const GET = defineRoute(sessionApi.getSavedConfig, async ({ params }, { projectId }) =>
  toSaved(await requireSaved(projectId, params.id)),
);

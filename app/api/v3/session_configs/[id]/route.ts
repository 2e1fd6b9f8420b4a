/** GET /api/v3/session_configs/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/sessions/contract";
import { requireSaved } from "@/lib/sessions/settings/saved-configs";
import { toSaved } from "@/lib/sessions/wire";

export const GET = defineRoute(sessionApi.getSavedConfig, async ({ params }, { projectId }) =>
  toSaved(await requireSaved(projectId, params.id)),
);

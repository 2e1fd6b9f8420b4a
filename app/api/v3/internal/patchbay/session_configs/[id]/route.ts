/** PATCH /api/v3/internal/patchbay/session_configs/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/tool-router/contract";
import { updateSaved } from "@/lib/tool-router/saved/saved-configs";
import { toSaved } from "@/lib/tool-router/wire";

export const PATCH = defineRoute(sessionApi.updateSavedConfig, async ({ params, body }, { projectId }) =>
  toSaved(await updateSaved(projectId, params.id, body)),
);

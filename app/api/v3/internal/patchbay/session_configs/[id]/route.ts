/** PATCH /api/v3/internal/patchbay/session_configs/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/sessions/contract";
import { updateSaved } from "@/lib/sessions/settings/saved-configs";
import { toSaved } from "@/lib/sessions/wire";

export const PATCH = defineRoute(sessionApi.updateSavedConfig, async ({ params, body }, { projectId }) =>
  toSaved(await updateSaved(projectId, params.id, body)),
);

/** POST /api/v3/internal/patchbay/session_configs */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/sessions/contract";
import { createSaved } from "@/lib/sessions/settings/saved-configs";
import { toSaved } from "@/lib/sessions/wire";

export const POST = defineRoute(sessionApi.createSavedConfig, async ({ body }, { projectId }) =>
  toSaved(await createSaved(projectId, body)),
);

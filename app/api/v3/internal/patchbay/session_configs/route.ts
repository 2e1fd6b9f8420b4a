/** POST /api/v3/internal/patchbay/session_configs */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/tool-router/contract";
import { createSaved } from "@/lib/tool-router/saved/saved-configs";
import { toSaved } from "@/lib/tool-router/wire";

export const POST = defineRoute(sessionApi.createSavedConfig, async ({ body }, { projectId }) =>
  toSaved(await createSaved(projectId, body)),
);

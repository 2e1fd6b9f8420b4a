/** GET /api/v3/session_configs */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/sessions/contract";
import { listSaved } from "@/lib/sessions/settings/saved-configs";
import { toSavedPage } from "@/lib/sessions/wire";

export const GET = defineRoute(sessionApi.listSavedConfigs, async ({ query }, { projectId }) =>
  toSavedPage(await listSaved(projectId, query)),
);

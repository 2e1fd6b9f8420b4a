/** GET /api/v3/session_configs */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/tool-router/contract";
import { listSaved } from "@/lib/tool-router/saved/saved-configs";
import { toSavedPage } from "@/lib/tool-router/wire";

export const GET = defineRoute(sessionApi.listSavedConfigs, async ({ query }, { projectId }) =>
  toSavedPage(await listSaved(projectId, query)),
);

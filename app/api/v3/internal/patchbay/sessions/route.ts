/** GET /api/v3/internal/patchbay/sessions */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listedSessionsApi } from "@/lib/tool-router/sessions/contract";
import { listSessions } from "@/lib/tool-router/sessions/listed";
import { toListed } from "@/lib/tool-router/wire";

export const GET = defineRoute(listedSessionsApi.listSessions, async ({ query }, { projectId }) =>
  toListed(await listSessions(projectId, query)),
);

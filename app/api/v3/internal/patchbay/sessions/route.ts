/** GET /api/v3/internal/patchbay/sessions */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sessionApi } from "@/lib/tool-router/contract";
import { listSessions } from "@/lib/tool-router/sessions/sessions";
import { toListed } from "@/lib/tool-router/wire";

export const GET = defineRoute(sessionApi.listSessions, async ({ query }, { projectId }) =>
  toListed(await listSessions(projectId, query)),
);

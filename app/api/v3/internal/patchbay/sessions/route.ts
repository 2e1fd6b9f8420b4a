/** GET /api/v3/internal/patchbay/sessions */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listedSessionsApi } from "@/lib/sessions/list/contract";
import { listSessions } from "@/lib/sessions/list/list-sessions";
import { toListed } from "@/lib/sessions/wire";

export const GET = defineRoute(listedSessionsApi.listSessions, async ({ query }, { projectId }) =>
  toListed(await listSessions(projectId, query)),
);

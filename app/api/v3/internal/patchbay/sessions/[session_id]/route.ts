/** GET /api/v3/internal/patchbay/sessions/{session_id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listedSessionsApi } from "@/lib/tool-router/sessions/contract";
import { requireListed } from "@/lib/tool-router/sessions/listed";
import { toListedItem } from "@/lib/tool-router/wire";

export const GET = defineRoute(listedSessionsApi.getListedSession, async ({ params }, { projectId }) =>
  toListedItem(await requireListed(projectId, params.session_id)),
);

/** GET /api/v3/internal/patchbay/sessions/{session_id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { listedSessionsApi } from "@/lib/sessions/list/contract";
import { requireListed } from "@/lib/sessions/list/list-sessions";
import { toListedItem } from "@/lib/sessions/wire";

export const GET = defineRoute(listedSessionsApi.getListedSession, async ({ params }, { projectId }) =>
  toListedItem(await requireListed(projectId, params.session_id)),
);

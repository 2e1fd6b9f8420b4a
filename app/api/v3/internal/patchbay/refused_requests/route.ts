/** GET /api/v3/internal/patchbay/refused_requests */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { triggerPagesApi } from "@/lib/triggers/pages/contract";
import { listRefused } from "@/lib/triggers/pages/refused-requests";

export const GET = defineRoute(triggerPagesApi.listRefusedRequests, ({ query }, { projectId }) =>
  listRefused(projectId, query),
);

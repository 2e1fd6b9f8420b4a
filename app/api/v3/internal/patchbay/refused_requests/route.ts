/** GET /api/v3/internal/patchbay/refused_requests */
import { permissionsOf } from "@/lib/access/roles";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { triggerPagesApi } from "@/lib/triggers/pages/contract";
import { listRefused } from "@/lib/triggers/pages/list-refused";

export const GET = defineRoute(triggerPagesApi.listRefusedRequests, ({ query }, caller) =>
  listRefused(caller.projectId, query, permissionsOf(caller).has("webhooks:write")),
);

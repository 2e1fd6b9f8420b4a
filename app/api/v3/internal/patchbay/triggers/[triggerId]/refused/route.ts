/** GET /api/v3/internal/patchbay/triggers/{triggerId}/refused */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { triggerChecksApi } from "@/lib/triggers/checks/contract";
import { listRefused } from "@/lib/triggers/ingress/refused";
import { requireTrigger } from "@/lib/triggers/instances/rows";

export const GET = defineRoute(triggerChecksApi.listRefusedRequests, async ({ params }, { projectId }) => {
  const { endpointId } = await requireTrigger(projectId, params.triggerId);
  const items = endpointId === null ? [] : await listRefused(projectId, endpointId);
  return { items: items.map(({ at, ...one }) => ({ at: at.toISOString(), ...one })) };
});

/** POST /api/v3/trigger_instances/{slug}/{project_id}/handle: the older address of providers' reports. */
import { defineProtocolRoute } from "@/lib/http/api-door/define-route";
import { takeProviderRequest } from "@/lib/http/api-door/take-provider-request";
import { ingressApi } from "@/lib/triggers/ingress/contract";
import { receiveForProject } from "@/lib/triggers/ingress/receive";

export const POST = defineProtocolRoute(ingressApi.receiveProjectEvent, (request, params, requestId) =>
  takeProviderRequest(request, requestId, (call) =>
    receiveForProject(params.slug ?? "", params.project_id ?? "", call),
  ),
);

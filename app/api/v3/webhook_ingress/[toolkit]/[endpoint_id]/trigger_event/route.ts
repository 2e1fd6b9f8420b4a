/** POST, GET /api/v3/webhook_ingress/{toolkit}/{endpoint_id}/trigger_event: where providers report events. */
import { defineProtocolRoute } from "@/lib/http/api-door/define-route";
import type { RequestLike } from "@/lib/http/api-door/node-request";
import { takeProviderRequest } from "@/lib/http/api-door/take-provider-request";
import type { JsonAnswer } from "@/lib/http/api-door/to-response";
import { ingressApi } from "@/lib/triggers/ingress/contract";
import { receive } from "@/lib/triggers/ingress/receive";

const answer = (request: RequestLike, params: Record<string, string>, requestId: string): Promise<JsonAnswer> =>
  takeProviderRequest(request, requestId, (call) => receive(params.toolkit ?? "", params.endpoint_id ?? "", call));

export const POST = defineProtocolRoute(ingressApi.receiveProviderEvent, answer);
export const GET = defineProtocolRoute(ingressApi.answerProviderCheck, answer);

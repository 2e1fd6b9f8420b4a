/** POST, GET /api/v3/webhook_ingress/{toolkit}/{endpoint_id}/trigger_event: where providers report events. */
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { takeProviderRequest } from "@/lib/http/api-door/take-provider-request";
import { ingressApi } from "@/lib/triggers/ingress/contract";
import { receive } from "@/lib/triggers/ingress/receive";

type Facts = { params: Record<string, string>; url: URL; requestId: string };

const answer = (request: Request, { params, ...facts }: Facts): Promise<Response> =>
  takeProviderRequest(request, facts, (call) => receive(params.toolkit ?? "", params.endpoint_id ?? "", call));

export const POST = defineRawRoute(ingressApi.receiveProviderEvent, (request, _caller, facts) =>
  answer(request, facts),
);
export const GET = defineRawRoute(ingressApi.answerProviderCheck, (request, _caller, facts) => answer(request, facts));

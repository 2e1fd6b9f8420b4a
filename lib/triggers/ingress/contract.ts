/**
 * The addresses at which providers report events. Anybody may call them; only requests that prove their origin are
 * accepted.
 */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const id = z.string().max(200);

/** A first request of a provider, or an event: read as bytes, because what is signed is their text. */
const ingressParams = z.object({ toolkit: id, endpoint_id: id });
const ingress = {
  path: "/api/v3/webhook_ingress/{toolkit}/{endpoint_id}/trigger_event",
  tag: "Webhook endpoints",
  auth: "none",
  permission: "public",
  audit: "none",
  params: ingressParams,
  response: z.unknown(),
  own: true,
} as const;

export const ingressApi = {
  receiveProviderEvent: operation({
    ...ingress,
    id: "webhookIngress.triggerEvent",
    method: "POST",
    summary: "Receives events from providers",
  }),
  answerProviderCheck: operation({
    ...ingress,
    id: "webhookIngress.check",
    method: "GET",
    summary: "Responds to providers that verify an endpoint's URL",
  }),
  receiveProjectEvent: operation({
    ...ingress,
    id: "triggerInstances.handle",
    method: "POST",
    path: "/api/v3/trigger_instances/{slug}/{project_id}/handle",
    params: z.object({ slug: id.meta({ description: "The toolkit" }), project_id: id }),
    summary: "Receives events of apps that were set up before endpoints had their own URLs",
  }),
};

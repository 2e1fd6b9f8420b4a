/** GET, POST /api/v3/webhook_endpoints */
import { permissionsOf } from "@/lib/access/roles";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { findIngress } from "@/lib/catalog/read/find-trigger-type";
import { triggersApi } from "@/lib/triggers/contract";
import { createEndpoint, listEndpoints } from "@/lib/triggers/endpoints/endpoints";
import { toEndpoint, toEndpointItem } from "@/lib/triggers/wire";

export const GET = defineRoute(triggersApi.listWebhookEndpoints, async ({ query }, caller) => {
  const endpoints = await listEndpoints(caller.projectId, query.toolkit_slug);
  const showsSecrets = permissionsOf(caller).has("webhooks:write");
  return { items: endpoints.map((endpoint) => toEndpointItem(endpoint, showsSecrets)) };
});

export const POST = defineRoute(triggersApi.createWebhookEndpoint, async ({ body }, { projectId }) =>
  toEndpoint(
    await createEndpoint(projectId, body.toolkit_slug, body.client_id),
    await findIngress(body.toolkit_slug),
    true,
  ),
);

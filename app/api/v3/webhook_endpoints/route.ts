/** GET, POST /api/v3/webhook_endpoints */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { findIngress } from "@/lib/catalog/read/trigger-types";
import { triggersApi } from "@/lib/triggers/contract";
import { createEndpoint, listEndpoints } from "@/lib/triggers/endpoints/endpoints";
import { toEndpoint } from "@/lib/triggers/wire";

export const GET = defineRoute(triggersApi.listWebhookEndpoints, async ({ query }, { projectId }) => {
  const endpoints = await listEndpoints(projectId, query.toolkit_slug);
  return {
    items: endpoints.map(({ id, toolkitSlug, clientId }) => ({ id, toolkit_slug: toolkitSlug, client_id: clientId })),
  };
});

export const POST = defineRoute(triggersApi.createWebhookEndpoint, async ({ body }, { projectId }) =>
  toEndpoint(await createEndpoint(projectId, body.toolkit_slug, body.client_id), await findIngress(body.toolkit_slug)),
);

/** GET, POST, PATCH, DELETE /api/v3/webhook_endpoints/{nano_id} */
import { permissionsOf } from "@/lib/access/roles";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { findIngress } from "@/lib/catalog/read/find-trigger-type";
import { triggersApi } from "@/lib/triggers/contract";
import { deleteEndpoint, type Endpoint, requireEndpoint, setFields } from "@/lib/triggers/endpoints/endpoints";
import { toEndpoint } from "@/lib/triggers/wire";

const toShown = async (endpoint: Endpoint, showsSecrets = true) =>
  toEndpoint(endpoint, await findIngress(endpoint.toolkitSlug), showsSecrets);

export const GET = defineRoute(triggersApi.getWebhookEndpoint, async ({ params }, caller) =>
  toShown(await requireEndpoint(caller.projectId, params.nano_id), permissionsOf(caller).has("webhooks:write")),
);

export const POST = defineRoute(triggersApi.replaceWebhookEndpoint, async ({ params, body }, { projectId }) =>
  toShown(await setFields(projectId, params.nano_id, body.data, false)),
);

export const PATCH = defineRoute(triggersApi.updateWebhookEndpoint, async ({ params, body }, { projectId }) =>
  toShown(await setFields(projectId, params.nano_id, body.data, true)),
);

export const DELETE = defineRoute(triggersApi.deleteWebhookEndpoint, async ({ params }, { projectId }) => {
  await deleteEndpoint(projectId, params.nano_id);
  return { id: params.nano_id, deleted: true };
});

/** GET /api/v3/webhook_endpoints/schema */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { triggersApi } from "@/lib/triggers/contract";
import { requireSetup } from "@/lib/triggers/endpoints/endpoints";

export const GET = defineRoute(triggersApi.getWebhookEndpointSchema, async ({ query }, { projectId }) => {
  const { setup } = await requireSetup(projectId, query.toolkit_slug);
  const fields = Object.entries(setup).map(([name, field]) => [
    name,
    {
      display_name: field.displayName,
      description: field.description,
      is_required: field.required,
      is_secret: field.secret,
    },
  ]);
  return { toolkit_slug: query.toolkit_slug, setup_fields: Object.fromEntries(fields) };
});

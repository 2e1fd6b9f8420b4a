/** POST /api/v2/integrations/get-or-create */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { integrationsApi } from "@/lib/legacy/integrations/contract";
import { findOrCreateIntegration } from "@/lib/legacy/integrations/find-or-create-integration";

export const POST = defineRoute(integrationsApi.getOrCreateIntegration, async ({ body }, caller) => {
  const { config, isNew } = await findOrCreateIntegration(caller.projectId, {
    app: body.app.uniqueKey,
    integrationId: body.app.integrationId,
    name: body.config.name,
    scheme: body.config.authScheme,
    secrets: body.config.integrationSecrets,
    createdBy: actorOf(caller),
  });
  return { integrationId: config.id, isNewIntegration: isNew };
});

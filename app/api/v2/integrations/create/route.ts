/** POST /api/v2/integrations/create */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { integrationsApi } from "@/lib/legacy/integrations/contract";
import { findOrCreateIntegration } from "@/lib/legacy/integrations/find-or-create-integration";

export const POST = defineRoute(integrationsApi.createIntegrationV2, async ({ body }, caller) => {
  const { config } = await findOrCreateIntegration(caller.projectId, {
    app: body.app.uniqueKey,
    name: body.config.name,
    scheme: body.config.authScheme,
    secrets: body.config.integrationSecrets,
    isForced: true,
    createdBy: actorOf(caller),
  });
  return { integrationId: config.id };
});

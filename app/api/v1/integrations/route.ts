/** GET, POST /api/v1/integrations */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { integrationsApi } from "@/lib/legacy/integrations/contract";
import {
  findOrCreateIntegration,
  listIntegrations,
  showIntegration,
} from "@/lib/legacy/integrations/find-or-create-integration";

export const GET = defineRoute(integrationsApi.listIntegrations, ({ query }, { projectId, settings }) =>
  listIntegrations(projectId, query, settings.maskSecrets),
);

export const POST = defineRoute(integrationsApi.createIntegration, async ({ body }, caller) => {
  const { config } = await findOrCreateIntegration(caller.projectId, {
    app: body.appId,
    name: body.name,
    scheme: body.authScheme,
    isForced: body.forceNewIntegration,
    secrets: body.authConfig,
    limitedActions: body.limitedActions,
    createdBy: actorOf(caller),
  });
  return showIntegration(caller.projectId, config.id, caller.settings.maskSecrets);
});

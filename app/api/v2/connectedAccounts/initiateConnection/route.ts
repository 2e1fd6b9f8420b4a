/** POST /api/v2/connectedAccounts/initiateConnection */
import { actorOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { beginOlderConnection } from "@/lib/legacy/accounts/list-older-accounts";
import { olderAccountsApi } from "@/lib/legacy/accounts/contract";
import { findOrCreateIntegration } from "@/lib/legacy/integrations/find-or-create-integration";

export const POST = defineRoute(olderAccountsApi.initiateConnection, async ({ body }, caller) => {
  const { app, config: terms, connection } = body;
  const { config, isNew } = await findOrCreateIntegration(caller.projectId, {
    app: app.uniqueKey,
    integrationId: app.integrationId,
    name: terms.name,
    scheme: terms.authScheme,
    secrets: terms.integrationSecrets,
    createdBy: actorOf(caller),
  });
  const connectionResponse = await beginOlderConnection(
    caller.projectId,
    {
      integrationId: config.id,
      userId: connection.entityId,
      values: connection.initiateData,
      redirectUrl: connection.extra?.redirectURL,
    },
    caller.settings,
  );
  return { integration: { id: config.id, isNewIntegration: isNew }, connectionResponse };
});

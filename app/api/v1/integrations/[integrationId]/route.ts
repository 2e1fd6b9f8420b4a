/** GET, PATCH, DELETE /api/v1/integrations/{integrationId} */
import { setAuthConfigEnabled, updateAuthConfig } from "@/lib/auth-configs/auth-configs";
import { deleteAuthConfig } from "@/lib/auth-configs/delete-auth-config";
import { prepareDeletionOfAll } from "@/lib/connected-accounts/manage/delete-account";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { integrationsApi } from "@/lib/legacy/integrations/contract";
import { requireIntegration, showIntegration } from "@/lib/legacy/integrations/find-or-create-integration";
import { prepareDetachment } from "@/lib/mcp/servers/prepare-detachment";

export const GET = defineRoute(integrationsApi.getIntegration, ({ params }, { projectId, settings }) =>
  showIntegration(projectId, params.integrationId, settings.maskSecrets),
);

export const PATCH = defineRoute(integrationsApi.changeIntegration, async ({ params, body }, { projectId }) => {
  const { id, managed } = await requireIntegration(projectId, params.integrationId);
  if (body.limitedActions)
    await updateAuthConfig(
      projectId,
      id,
      { toolAccess: { tools_available_for_execution: body.limitedActions }, owned: !managed },
      async () => undefined,
    );
  if (typeof body.enabled === "boolean") await setAuthConfigEnabled(projectId, id, body.enabled);
  return { status: "success" as const };
});

export const DELETE = defineRoute(integrationsApi.deleteIntegration, async ({ params }, { projectId }) => {
  const { id } = await requireIntegration(projectId, params.integrationId);
  const deleteAccounts = await prepareDeletionOfAll(projectId, id, false);
  const servers = await prepareDetachment(projectId, id);
  await deleteAuthConfig(projectId, id, async (tx) => {
    await servers.detach(tx);
    return deleteAccounts(tx);
  });
  servers.forget();
  return { status: "success" as const, count: 1 };
});

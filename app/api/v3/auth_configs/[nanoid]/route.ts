/** GET, PATCH, DELETE /api/v3/auth_configs/{nanoid} */
import { updateAuthConfig } from "@/lib/auth-configs/auth-configs";
import { authConfigsApi } from "@/lib/auth-configs/contract";
import { toAuthConfigChange } from "@/lib/auth-configs/wire";
import { viewAuthConfig } from "@/lib/connected-accounts/manage/auth-config-views";
import { deleteAuthConfigWithAccounts } from "@/lib/connected-accounts/manage/delete-auth-config";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(authConfigsApi.getAuthConfig, async ({ params }, { projectId, settings }) =>
  viewAuthConfig(projectId, params.nanoid, settings.maskSecrets),
);

export const PATCH = defineRoute(authConfigsApi.updateAuthConfig, async ({ params, body }, { projectId }) => {
  await updateAuthConfig(projectId, params.nanoid, toAuthConfigChange(body));
  return { success: true };
});

export const DELETE = defineRoute(authConfigsApi.deleteAuthConfig, async ({ params, query }, { projectId }) => {
  const job = await deleteAuthConfigWithAccounts(projectId, params.nanoid, query.revoke_on_delete === true);
  return job ? { revoke_job_id: job } : {};
});

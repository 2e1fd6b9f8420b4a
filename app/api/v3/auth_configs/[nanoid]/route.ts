/** GET, PATCH, DELETE /api/v3/auth_configs/{nanoid} */
import { readChangeFacts } from "@/lib/access/audit/to-change-facts";
import { loosener } from "@/lib/access/projects/assert-keeps-protection";
import { openSealedCredentials } from "@/lib/access/keyring/open-sealed-credentials";
import { updateAuthConfig } from "@/lib/auth-configs/auth-configs";
import { authConfigsApi } from "@/lib/auth-configs/contract";
import { deleteAuthConfig } from "@/lib/auth-configs/delete-auth-config";
import { viewAuthConfig } from "@/lib/auth-configs/view-auth-configs";
import { toAuthConfigChange } from "@/lib/auth-configs/wire";
import { countAccounts } from "@/lib/connected-accounts/accounts/list-accounts";
import { holdSecrets } from "@/lib/connected-accounts/manage/hold-secrets";
import { prepareDeletionOfAll } from "@/lib/connected-accounts/manage/delete-account";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { prepareDetachment } from "@/lib/mcp/servers/prepare-detachment";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  authConfigsApi.getAuthConfig,
  async ({ params }, { projectId, settings }) =>
    viewAuthConfig(projectId, params.nanoid, settings.maskSecrets, countAccounts),
  rules.readsConfig,
);

export const PATCH = defineRoute(
  authConfigsApi.updateAuthConfig,
  async ({ params, body }, caller, { tell }) => {
    const { organizationId, projectId } = caller;
    const change = toAuthConfigChange(
      body.type === "custom" ? await openSealedCredentials(organizationId, body) : body,
    );
    const view = () => viewAuthConfig(projectId, params.nanoid, true, countAccounts);
    const before = await view();
    // The credentials of its accounts go to the addresses of an auth config: whoever can use them could otherwise
    // read them.
    await updateAuthConfig(projectId, params.nanoid, change, async (tx, scheme, { name, to }) => {
      const mayMove = loosener(caller, `take the credentials of connected accounts to ${to} with another ${name}`);
      if (await holdSecrets(tx, projectId, params.nanoid, scheme)) mayMove();
    });
    tell(await readChangeFacts("auth_config", before, view));
    return { success: true, message: "The auth config was changed." };
  },
  rules.changesConfig,
);

export const DELETE = defineRoute(
  authConfigsApi.deleteAuthConfig,
  async ({ params, query }, { projectId }) => {
    const deleteAccounts = await prepareDeletionOfAll(projectId, params.nanoid, query.revoke_on_delete === true);
    const servers = await prepareDetachment(projectId, params.nanoid);
    const job = await deleteAuthConfig(projectId, params.nanoid, async (tx) => {
      await servers.detach(tx);
      return deleteAccounts(tx);
    });
    servers.forget();
    return { success: true, message: "The auth config was deleted.", ...(job && { revoke_job_id: job }) };
  },
  rules.changesConfig,
);

/** GET, POST /api/v3/auth_configs */
import { actorOf } from "@/lib/access/caller";
import { openSealedCredentials } from "@/lib/access/keyring/open-sealed-credentials";
import { createAuthConfig } from "@/lib/auth-configs/auth-configs";
import { authConfigsApi } from "@/lib/auth-configs/contract";
import { toAuthConfigFilter, toCreated, toNewAuthConfig } from "@/lib/auth-configs/wire";
import { viewAuthConfigs } from "@/lib/auth-configs/view-auth-configs";
import { countAccounts } from "@/lib/connected-accounts/accounts/list-accounts";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  authConfigsApi.listAuthConfigs,
  async ({ query }, { projectId, settings }) =>
    viewAuthConfigs(projectId, toAuthConfigFilter(query), settings.maskSecrets, countAccounts),
  rules.listsConfigs,
);

export const POST = defineRoute(
  authConfigsApi.createAuthConfig,
  async ({ body }, caller) => {
    const config = body.auth_config && (await openSealedCredentials(caller.organizationId, body.auth_config));
    const input = toNewAuthConfig({ ...body, auth_config: config });
    return toCreated(await createAuthConfig(caller.projectId, { ...input, createdBy: actorOf(caller) }));
  },
  rules.createsConfig,
);

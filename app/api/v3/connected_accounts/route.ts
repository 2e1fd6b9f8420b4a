/** GET, POST /api/v3/connected_accounts */
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { beginConnection } from "@/lib/connected-accounts/manage/begin-connection";
import { listAccounts } from "@/lib/connected-accounts/accounts/list-accounts";
import {
  toAccountFilter,
  toAccountPage,
  toBegun,
  toLinkTerms,
  toNewConnection,
} from "@/lib/connected-accounts/manage/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  connectedAccountsApi.listConnectedAccounts,
  async ({ query }, { projectId, settings }) =>
    toAccountPage(projectId, await listAccounts(projectId, toAccountFilter(query)), settings.maskSecrets),
  rules.listsAccounts,
);

export const POST = defineRoute(
  connectedAccountsApi.createConnectedAccount,
  async ({ body }, { projectId, settings }) => {
    const input = { ...toNewConnection(body), ...toLinkTerms(settings) };
    return toBegun(projectId, await beginConnection(projectId, input), settings.maskSecrets);
  },
  rules.createsAccount,
);

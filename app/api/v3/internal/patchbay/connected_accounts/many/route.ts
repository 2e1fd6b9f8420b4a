/** POST /api/v3/internal/patchbay/connected_accounts/many */
import { changeAccounts } from "@/lib/connected-accounts/many/change-accounts";
import { manyAccountsApi } from "@/lib/connected-accounts/many/contract";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(manyAccountsApi.changeAccounts, ({ body }, { projectId }, facts) =>
  changeAccounts(projectId, body, facts),
);

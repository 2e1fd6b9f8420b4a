/** POST /api/v3/internal/patchbay/connected_accounts/many */
import { changeAccounts } from "@/lib/connected-accounts/many/change-accounts";
import { revocationApi } from "@/lib/connected-accounts/revocation/contract";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(revocationApi.changeAccounts, ({ body }, { projectId }, facts) =>
  changeAccounts(projectId, body, facts),
);

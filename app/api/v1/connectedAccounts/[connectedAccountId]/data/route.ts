/** PATCH /api/v1/connectedAccounts/{connectedAccountId}/data */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { setLabels } from "@/lib/legacy/accounts/list-older-accounts";
import { olderAccountsApi } from "@/lib/legacy/accounts/contract";

export const PATCH = defineRoute(olderAccountsApi.labelOlderAccount, async ({ params, body }, { projectId }) => {
  await setLabels(projectId, params.connectedAccountId, body.labels);
  return { status: "success" as const };
});

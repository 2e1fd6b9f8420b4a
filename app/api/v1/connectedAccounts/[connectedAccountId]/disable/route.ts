/** POST /api/v1/connectedAccounts/{connectedAccountId}/disable */
import { setAccountEnabled } from "@/lib/connected-accounts/manage/update-account";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { ofAccount } from "@/lib/legacy/accounts/list-older-accounts";
import { olderAccountsApi } from "@/lib/legacy/accounts/contract";

export const POST = defineRoute(olderAccountsApi.disableOlderAccount, async ({ params }, { projectId }) => {
  await ofAccount(() => setAccountEnabled(projectId, params.connectedAccountId, false));
  return { status: "success" as const };
});

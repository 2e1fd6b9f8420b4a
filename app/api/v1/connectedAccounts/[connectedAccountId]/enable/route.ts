/** POST /api/v1/connectedAccounts/{connectedAccountId}/enable */
import { setAccountEnabled } from "@/lib/connected-accounts/manage/update-account";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { ofAccount } from "@/lib/legacy/accounts/list-older-accounts";
import { olderAccountsApi } from "@/lib/legacy/accounts/contract";

export const POST = defineRoute(olderAccountsApi.enableOlderAccount, async ({ params }, { projectId }) => {
  await ofAccount(() => setAccountEnabled(projectId, params.connectedAccountId, true));
  return { status: "success" as const };
});

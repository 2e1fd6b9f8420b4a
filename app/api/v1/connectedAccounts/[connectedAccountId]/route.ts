/** GET, DELETE /api/v1/connectedAccounts/{connectedAccountId} */
import { deleteAccount } from "@/lib/connected-accounts/manage/delete-account";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { ofAccount, showOlderAccount } from "@/lib/legacy/accounts/list-older-accounts";
import { olderAccountsApi } from "@/lib/legacy/accounts/contract";

export const GET = defineRoute(olderAccountsApi.getOlderAccount, ({ params }, { projectId, settings }) =>
  showOlderAccount(projectId, params.connectedAccountId, settings.maskSecrets),
);

export const DELETE = defineRoute(olderAccountsApi.deleteOlderAccount, async ({ params }, { projectId }) => {
  await ofAccount(() => deleteAccount(projectId, params.connectedAccountId, false));
  return { status: "success" as const, count: 1 };
});

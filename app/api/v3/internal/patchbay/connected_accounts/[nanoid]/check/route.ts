/** POST /api/v3/internal/patchbay/connected_accounts/{nanoid}/check */
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { checkAccount } from "@/lib/connected-accounts/proof/check-account";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(
  connectedAccountsApi.checkConnectedAccount,
  async ({ params }, { projectId }, facts) => {
    const { user, ...check } = await checkAccount(projectId, params.nanoid, facts);
    return { ...check, current_user_info: user };
  },
);

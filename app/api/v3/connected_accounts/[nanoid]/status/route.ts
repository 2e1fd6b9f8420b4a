/** PATCH /api/v3/connected_accounts/{nanoid}/status */
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { setAccountEnabled } from "@/lib/connected-accounts/manage/update-account";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const PATCH = defineRoute(
  connectedAccountsApi.updateConnectedAccountStatus,
  async ({ params, body }, { projectId }) => {
    await setAccountEnabled(projectId, params.nanoid, body.enabled);
    return { success: true };
  },
  rules.ofAccount,
);

/** GET /api/v1/connectedAccounts/{connectedAccountId}/info */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { showAccountInfo } from "@/lib/legacy/accounts/list-older-accounts";
import { olderAccountsApi } from "@/lib/legacy/accounts/contract";

export const GET = defineRoute(olderAccountsApi.getOlderAccountInfo, ({ params }, { projectId }) =>
  showAccountInfo(projectId, params.connectedAccountId),
);

/** GET /api/v3/internal/patchbay/account_health */
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { readAccountHealth } from "@/lib/connected-accounts/credentials/account-health";
import { toWireHealth } from "@/lib/connected-accounts/manage/user-wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(connectedAccountsApi.getAccountHealth, async (_, { projectId }) =>
  toWireHealth(await readAccountHealth(projectId)),
);

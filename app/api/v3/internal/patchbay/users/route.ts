/** GET /api/v3/internal/patchbay/users */
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { toWireUser } from "@/lib/connected-accounts/manage/user-wire";
import { listUsers } from "@/lib/connected-accounts/accounts/list-users";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(connectedAccountsApi.listUsers, async ({ query }, { projectId }) => {
  const page = await listUsers(projectId, query);
  return { ...page, items: page.items.map(toWireUser) };
});

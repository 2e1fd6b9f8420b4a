/** GET /api/v3/internal/patchbay/users/{user_id} */
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { toWireUserDetail } from "@/lib/connected-accounts/manage/user-wire";
import { requireUser } from "@/lib/connected-accounts/accounts/list-users";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(connectedAccountsApi.getUser, async ({ params }, { projectId }) =>
  toWireUserDetail(await requireUser(projectId, params.user_id)),
);

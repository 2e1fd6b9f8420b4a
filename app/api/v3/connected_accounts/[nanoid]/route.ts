/** GET, PATCH, DELETE /api/v3/connected_accounts/{nanoid} */
import { requireAccount } from "@/lib/connected-accounts/accounts/accounts";
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { deleteAccount } from "@/lib/connected-accounts/manage/delete-account";
import { updateAccount } from "@/lib/connected-accounts/manage/update-account";
import { toAccount, toAccountChange } from "@/lib/connected-accounts/manage/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  connectedAccountsApi.getConnectedAccount,
  async ({ params }, { projectId, settings }) =>
    toAccount(projectId, await requireAccount(projectId, params.nanoid), settings.maskSecrets),
  rules.ofAccount,
);

export const PATCH = defineRoute(
  connectedAccountsApi.updateConnectedAccount,
  async ({ params, body }, { projectId }, facts) => ({
    success: true,
    id: params.nanoid,
    status: await updateAccount(projectId, params.nanoid, toAccountChange(body), facts),
  }),
  rules.changesAccount,
);

export const DELETE = defineRoute(
  connectedAccountsApi.deleteConnectedAccount,
  async ({ params, query }, { projectId }) => {
    const job = await deleteAccount(projectId, params.nanoid, query.revoke_on_delete === true);
    return { success: true, ...(job && { revoke_job_id: job }) };
  },
  rules.ofAccount,
);

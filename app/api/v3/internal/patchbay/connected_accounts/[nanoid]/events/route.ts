/** GET /api/v3/internal/patchbay/connected_accounts/{nanoid}/events */
import { listAccountEvents } from "@/lib/connected-accounts/accounts/record-account-event";
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { toWireEvent } from "@/lib/connected-accounts/manage/user-wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(connectedAccountsApi.listAccountEvents, async ({ params, query }, { projectId }) => {
  const page = await listAccountEvents(projectId, params.nanoid, query);
  return { ...page, items: page.items.map(toWireEvent) };
});

/** POST /api/v1/connectedAccounts/{connectedAccountId}/reinitiate: the refresh of today in older words. */
import { olderConnectionsApi } from "@/lib/connected-accounts/pages/contract";
import { reconnect } from "@/lib/connected-accounts/connect/reconnect";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(
  olderConnectionsApi.reinitiateConnection,
  async ({ params, body }, { projectId, settings }, facts) => {
    const { id, status, redirectUrl } = await reconnect(projectId, params.connectedAccountId, {
      redirectUrl: body.redirectUri ?? undefined,
      linkMinutes: settings.linkMinutes,
      on: facts,
    });
    return { connectionStatus: status, connectedAccountId: id, redirectUrl };
  },
);

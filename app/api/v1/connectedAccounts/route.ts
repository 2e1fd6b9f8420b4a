/** GET, POST /api/v1/connectedAccounts */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { beginOlderConnection, listOlderAccounts } from "@/lib/legacy/accounts/list-older-accounts";
import { olderAccountsApi } from "@/lib/legacy/accounts/contract";

export const GET = defineRoute(olderAccountsApi.listOlderAccounts, ({ query }, { projectId, settings }) =>
  listOlderAccounts(projectId, query, settings.maskSecrets),
);

export const POST = defineRoute(olderAccountsApi.createOlderAccount, ({ body }, { projectId, settings }) =>
  beginOlderConnection(
    projectId,
    {
      integrationId: body.integrationId,
      userId: body.userUuid ?? body.entityId,
      values: body.data,
      redirectUrl: body.redirectUri,
    },
    settings,
  ),
);

/** POST /api/v3/connected_accounts/{nanoid}/refresh */
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { reconnect } from "@/lib/connected-accounts/connect/reconnect";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  connectedAccountsApi.refreshConnectedAccount,
  async ({ params, query, body }, { projectId, settings }, facts) => {
    const { redirectUrl, expiresAt, ...renewed } = await reconnect(projectId, params.nanoid, {
      redirectUrl: body.redirect_url ?? query.redirect_url,
      validates: body.validate_credentials,
      linkMinutes: settings.linkMinutes,
      on: facts,
    });
    return {
      ...renewed,
      redirect_url: redirectUrl,
      ...(expiresAt && { expires_at: expiresAt.toISOString() }),
    };
  },
  rules.ofAccount,
);

/** POST /api/v3/connected_accounts/complete_auth */
import { completeAuth } from "@/lib/connected-accounts/connect/complete-auth";
import { connectPagesApi } from "@/lib/connected-accounts/pages/contract";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  connectPagesApi.completeAuth,
  async ({ body }, { projectId }, facts) => {
    const { id, toolkitSlug } = await completeAuth(projectId, body.session_uri, body.user_id, facts);
    return { connected_account_id: id, toolkit_slug: toolkitSlug };
  },
  rules.completesAuth,
);

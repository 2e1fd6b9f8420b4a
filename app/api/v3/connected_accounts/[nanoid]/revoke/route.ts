/** POST /api/v3/connected_accounts/{nanoid}/revoke */
import { revocationApi } from "@/lib/connected-accounts/revocation/contract";
import { revokeAccount } from "@/lib/connected-accounts/revocation/revoke-account";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  revocationApi.revokeConnectedAccount,
  async ({ params }, { projectId }, facts) => {
    const { id, status, revokedTokens } = await revokeAccount(projectId, params.nanoid, { by: "api", on: facts });
    return { revoked_tokens: revokedTokens, connected_account: { id, status } };
  },
  rules.ofAccount,
);

/** POST /api/v3/connected_accounts/link */
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { createLink } from "@/lib/connected-accounts/manage/begin-connection";
import { toLink, toLinkTerms, toNewLink } from "@/lib/connected-accounts/manage/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  connectedAccountsApi.createConnectLink,
  async ({ body }, { projectId, settings }) => {
    const { account, link } = await createLink(projectId, { ...toLinkTerms(settings), ...toNewLink(body) });
    return toLink(account, link);
  },
  rules.linksAccount,
);

/** GET /api/v3/internal/patchbay/connected_toolkits: the toolkits that have an active account. */
import { countActiveByToolkit } from "@/lib/connected-accounts/accounts/list-users";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { overviewApi } from "@/lib/overview/contract";

export const GET = defineRoute(overviewApi.listConnectedToolkits, async (_, { projectId }) => ({
  items: (await countActiveByToolkit(projectId)).map(({ slug, active }) => ({ slug, active_accounts: active })),
}));

/** GET /api/v3/internal/patchbay/connected_accounts/{nanoid}/use */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { readAccountUse } from "@/lib/overview/read-account-use";
import { overviewApi } from "@/lib/overview/contract";

export const GET = defineRoute(overviewApi.getAccountUse, ({ params }, { projectId }) =>
  readAccountUse(projectId, params.nanoid),
);

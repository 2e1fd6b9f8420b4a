/** GET /api/v3/internal/patchbay/find/suggestions */
import { findApi } from "@/lib/find/contract";
import { suggestTools } from "@/lib/find/suggest-tools";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(findApi.suggestTools, ({ query }, { projectId }) =>
  suggestTools(projectId, query.query),
);

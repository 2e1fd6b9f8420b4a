/** POST /api/v3/internal/patchbay/web_search/test */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { webSearchApi } from "@/lib/web-search/contract";
import { tryWebSearch } from "@/lib/web-search/search-for-project";

export const POST = defineRoute(webSearchApi.testWebSearch, (_, caller, { signal }) =>
  tryWebSearch(caller.projectId, signal),
);

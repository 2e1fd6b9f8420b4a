/** GET, PUT and DELETE /api/v3/internal/patchbay/web_search */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { webSearchApi } from "@/lib/web-search/contract";
import { deleteWebSearch, setWebSearch, toldWebSearch } from "@/lib/web-search/search-for-project";

export const GET = defineRoute(webSearchApi.getWebSearch, (_, caller) => toldWebSearch(caller.projectId));
export const PUT = defineRoute(webSearchApi.setWebSearch, ({ body }, caller) => setWebSearch(caller.projectId, body));
export const DELETE = defineRoute(webSearchApi.deleteWebSearch, (_, caller) => deleteWebSearch(caller.projectId));

/** GET /api/v3/internal/patchbay/toolkits/{slug}/value_lists */
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { findValueLists } from "@/lib/catalog/read/find-value-lists";
import { valueListsApi } from "@/lib/catalog/value-lists.contract";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(valueListsApi.listValueLists, async ({ params }, { projectId }) => {
  const { slug } = await requireToolkit(projectId, params.slug);
  return { lists: await findValueLists(projectId, slug) };
});

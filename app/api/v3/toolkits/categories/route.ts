/** GET /api/v3/toolkits/categories */
import { catalogApi } from "@/lib/catalog/contract";
import { findCategories } from "@/lib/catalog/toolkits";
import { defineRoute } from "@/lib/http/define-route";

export const GET = defineRoute(catalogApi.listCategories, async () => {
  const items = [...(await findCategories())];
  return { items, next_cursor: null, total_pages: 1, current_page: 1, total_items: items.length };
});

/** GET /api/v3/toolkits/categories */
import { catalogApi } from "@/lib/catalog/contract";
import { findCountedCategories } from "@/lib/catalog/read/find-toolkits";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  catalogApi.listCategories,
  async (_sent, { projectId }) => {
    const items = (await findCountedCategories(projectId)).map(({ toolkitsCount, ...category }) => ({
      ...category,
      toolkits_count: toolkitsCount,
    }));
    return { items, next_cursor: null, total_pages: 1, current_page: 1, total_items: items.length };
  },
  rules.readsCatalog,
);

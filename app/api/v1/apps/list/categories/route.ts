/** GET /api/v1/apps/list/categories */
import { findCategories } from "@/lib/catalog/read/find-toolkits";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { appsApi } from "@/lib/legacy/apps/contract";

export const GET = defineRoute(appsApi.listAppCategories, async () => ({
  items: (await findCategories()).map(({ name }) => name),
}));

/** GET /api/docs/search */
import { operations } from "@/lib/api";
import { guidesApi } from "@/lib/guides/contract";
import { searchGuides } from "@/lib/guides/search-guides";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(guidesApi.searchGuides, async ({ query }) => ({
  results: await searchGuides(query.q, operations),
}));

/** GET /api/v3/toolkits/{slug} */
import { catalogApi } from "@/lib/catalog/contract";
import { findCategories, requireToolkit } from "@/lib/catalog/toolkits";
import { toToolkitDetail } from "@/lib/catalog/wire";
import { defineRoute } from "@/lib/http/define-route";

export const GET = defineRoute(catalogApi.getToolkit, async ({ params, query }, { projectId }) =>
  toToolkitDetail(await requireToolkit(projectId, params.slug, query.version), await findCategories()));

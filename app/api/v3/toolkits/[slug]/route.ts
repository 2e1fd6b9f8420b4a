/** GET /api/v3/toolkits/{slug} */
import { findManagedModes } from "@/lib/auth-configs/managed-clients";
import { catalogApi } from "@/lib/catalog/contract";
import { findCategories, requireToolkit } from "@/lib/catalog/read/toolkits";
import { toToolkitDetail } from "@/lib/catalog/read/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(catalogApi.getToolkit, async ({ params, query }, { projectId }) => {
  const toolkit = await requireToolkit(projectId, params.slug, query.version);
  return toToolkitDetail(toolkit, await findCategories(), (await findManagedModes())(toolkit));
});

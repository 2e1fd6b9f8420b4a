/** GET /api/v3/internal/patchbay/toolkits/{slug}/versions/diff */
import { catalogDetailsApi } from "@/lib/catalog/details.contract";
import { diffVersions } from "@/lib/catalog/read/version-diff";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(catalogDetailsApi.getVersionDiff, async ({ params, query }, { projectId }) => {
  const { toolkitSlug, ...diff } = await diffVersions(projectId, params.slug, query);
  return { toolkit_slug: toolkitSlug, ...diff };
});

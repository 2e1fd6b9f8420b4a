/** GET /api/v3/internal/patchbay/toolkits/{slug}/versions/diff */
import { catalogApi } from "@/lib/catalog/contract";
import { diffVersions } from "@/lib/catalog/version-diff";
import { defineRoute } from "@/lib/http/define-route";

export const GET = defineRoute(catalogApi.getVersionDiff, async ({ params, query }, { projectId }) => {
  const { toolkitSlug, ...diff } = await diffVersions(projectId, params.slug, query);
  return { toolkit_slug: toolkitSlug, ...diff };
});

/** GET /api/v3/tools */
import { catalogApi } from "@/lib/catalog/contract";
import { findToolkit } from "@/lib/catalog/toolkits";
import { findTools } from "@/lib/catalog/tools";
import { toTools } from "@/lib/catalog/wire";
import { defineRoute } from "@/lib/http/define-route";

export const GET = defineRoute(catalogApi.listTools, async ({ query }, { projectId }) => {
  const page = await findTools(projectId, {
    toolkitSlugs: query.toolkit_slug,
    toolSlugs: query.tool_slugs,
    search: query.query ?? query.search,
    tags: query.tags,
    scopes: query.scopes,
    important: query.important,
    includeDeprecated: query.include_deprecated,
    versions: query.toolkit_versions ?? undefined,
    cursor: query.cursor,
    limit: query.limit,
  });
  return { ...page, items: await toTools(page.items, (slug) => findToolkit(projectId, slug)) };
});

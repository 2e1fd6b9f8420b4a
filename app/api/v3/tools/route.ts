/** GET /api/v3/tools */
import { findAuthConfigs } from "@/lib/auth-configs/auth-configs";
import { catalogApi } from "@/lib/catalog/contract";
import { prepareTools, readTools } from "@/lib/catalog/read/pages/prepare-tools";
import { isSearch } from "@/lib/catalog/read/to-conditions";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { JsonPage, PreparedJson } from "@/lib/http/api-door/json-text";
import { toVersionChoice, warn } from "@/lib/catalog/read/to-version-choice";
import { rules } from "@/lib/reach/rules";

/** The toolkits asked for by name, by auth config, or by both: then only those in both lists. */
async function toolkitsOf(
  projectId: string,
  slugs: string[] | undefined,
  authConfigIds: string[] | undefined,
): Promise<string[] | undefined> {
  if (!authConfigIds) return slugs;
  const configured = new Set((await findAuthConfigs(projectId, authConfigIds)).map(({ toolkitSlug }) => toolkitSlug));
  return [...configured].filter((slug) => !slugs || slugs.includes(slug));
}

export const GET = defineRoute(
  catalogApi.listTools,
  async ({ query }, caller, facts) => {
    const { projectId } = caller;
    const filter = {
      // Named tools come whatever else is asked.
      toolkitSlugs: query.tool_slugs
        ? undefined
        : await toolkitsOf(projectId, query.toolkit_slug, query.auth_config_ids),
      toolSlugs: query.tool_slugs,
      search: query.query ?? query.search,
      tags: query.tags,
      scopes: query.scopes,
      important: query.important,
      includeDeprecated: query.include_deprecated,
      versions: toVersionChoice(caller, facts, query.toolkit_versions),
      cursor: query.cursor,
      limit: query.limit,
    };
    const named = { tools: query.tool_slugs, toolkits: query.toolkit_slug };
    if (isSearch(filter)) {
      const { page, warnings } = await readTools(projectId, filter, named);
      warn(facts.answer, warnings);
      return new JsonPage(page);
    }
    const { begin, rest, warnings } = await prepareTools(projectId, filter, named);
    warn(facts.answer, warnings);
    return new PreparedJson(begin, rest);
  },
  rules.readsCatalog,
);

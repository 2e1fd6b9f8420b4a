/** GET /api/v3/tools */
import { findAuthConfigs } from "@/lib/auth-configs/auth-configs";
import { catalogApi } from "@/lib/catalog/contract";
import { findToolTexts } from "@/lib/catalog/read/find-tools";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { JsonPage } from "@/lib/http/api-door/json-text";
import { unknownToolkits } from "@/lib/catalog/read/find-toolkits";
import { unknownTools } from "@/lib/catalog/read/find-tool";
import { toVersionChoice, warn, warnOfMissing } from "@/lib/catalog/read/to-version-choice";
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

/** Sentences about names that nothing has; `count`: how many tools the list has. */
function unknownNames(
  projectId: string,
  { tool_slugs: tools, toolkit_slug: toolkits }: { tool_slugs?: string[]; toolkit_slug?: string[] },
  count: number,
): Promise<string[]> | string[] {
  if (!tools) return unknownToolkits(projectId, toolkits);
  return count < tools.length ? unknownTools(projectId, tools) : [];
}

export const GET = defineRoute(
  catalogApi.listTools,
  async ({ query }, caller, facts) => {
    const { projectId } = caller;
    const { page, missing } = await findToolTexts(projectId, {
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
    });
    warnOfMissing(facts.answer, missing);
    if (missing.length === 0) warn(facts.answer, await unknownNames(projectId, query, page.total_items));
    return new JsonPage(page);
  },
  rules.readsCatalog,
);

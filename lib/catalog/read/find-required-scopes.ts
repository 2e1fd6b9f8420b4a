/** The scopes that tools need, together and each. */
import { namedScopes, toScopeRequirements } from "../scope-alternatives";
import { requireChosenTool } from "./chosen-tool";
import type { MissingVersion, VersionChoice } from "./resolve-version";

/**
 * The answer about tools, and the versions that this server does not have.
 * @throws ApiError NotFound for a tool that does not exist
 */
export async function findRequiredScopes(projectId: string, slugs: readonly string[], choice: VersionChoice) {
  const tools = await Promise.all(slugs.map((slug) => requireChosenTool(projectId, slug, choice)));
  const missing = new Map<string, MissingVersion>();
  for (const tool of tools) if (tool.missing) missing.set(tool.missing.name, tool.missing);
  return {
    missing: [...missing.values()],
    answer: {
      scopes_required: namedScopes(tools.flatMap(({ tool }) => tool.scopes)),
      per_tool_requirements: tools.map(({ tool }) => ({
        tool: tool.slug,
        scope_requirements: toScopeRequirements(tool.scopes),
      })),
    },
  };
}

/** POST /api/v3/tools/scopes/required */
import { requireChosenTool } from "@/lib/catalog/read/chosen-tool";
import { scopesApi } from "@/lib/catalog/scopes.contract";
import { namedScopes, toScopeRequirements } from "@/lib/catalog/scope-alternatives";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { toVersionChoice, warnOfMissing } from "@/lib/catalog/read/to-version-choice";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  scopesApi.listRequiredScopes,
  async ({ body }, caller, facts) => {
    const choice = toVersionChoice(caller, facts, body.version);
    const tools = await Promise.all(body.tools.map((slug) => requireChosenTool(caller.projectId, slug, choice)));
    const missing = new Map(
      tools.flatMap((tool) => (tool.missing ? [[tool.missing.name, tool.missing] as const] : [])),
    );
    warnOfMissing(facts.answer, [...missing.values()]);
    return {
      scopes_required: namedScopes(tools.flatMap(({ tool }) => tool.scopes)),
      per_tool_requirements: tools.map(({ tool }) => ({
        tool: tool.slug,
        scope_requirements: toScopeRequirements(tool.scopes),
      })),
    };
  },
  rules.readsCatalog,
);

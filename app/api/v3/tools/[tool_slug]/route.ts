/** GET /api/v3/tools/{tool_slug} */
import { catalogApi } from "@/lib/catalog/contract";
import { requireChosenTool } from "@/lib/catalog/read/chosen-tool";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { toTool } from "@/lib/catalog/read/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { toVersionChoice, warnOfMissing } from "@/lib/catalog/read/to-version-choice";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  catalogApi.getTool,
  async ({ params, query }, caller, facts) => {
    const choice = toVersionChoice(caller, facts, query.version ?? query.toolkit_versions);
    const { tool, missing } = await requireChosenTool(caller.projectId, params.tool_slug, choice);
    warnOfMissing(facts.answer, missing ? [missing] : []);
    return toTool(tool, await requireToolkit(caller.projectId, tool.toolkitSlug));
  },
  rules.readsCatalog,
);

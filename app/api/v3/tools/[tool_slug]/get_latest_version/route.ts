/** GET /api/v3/tools/{tool_slug}/get_latest_version */
import { requireChosenTool } from "@/lib/catalog/read/chosen-tool";
import { toVersionChoice } from "@/lib/catalog/read/to-version-choice";
import { scopesApi } from "@/lib/catalog/scopes.contract";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  scopesApi.getLatestVersion,
  async ({ params }, caller, facts) => {
    const choice = toVersionChoice(caller, facts, "latest");
    const { tool } = await requireChosenTool(caller.projectId, params.tool_slug, choice);
    return { tool_slug: tool.slug, version: tool.version };
  },
  rules.readsCatalog,
);

/** GET and POST /api/v3/tools/get_scopes_required */
import { findRequiredScopes } from "@/lib/catalog/read/find-required-scopes";
import { toVersionChoice, warnOfMissing } from "@/lib/catalog/read/to-version-choice";
import { scopesApi } from "@/lib/catalog/scopes.contract";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  scopesApi.getScopesRequired,
  async ({ query }, caller, facts) => {
    const choice = toVersionChoice(caller, facts, query.toolkit_versions);
    const { answer, missing } = await findRequiredScopes(caller.projectId, query.tools, choice);
    warnOfMissing(facts.answer, missing);
    return answer;
  },
  rules.readsCatalog,
);

export const POST = defineRoute(
  scopesApi.askScopesRequired,
  async ({ body }, caller, facts) => {
    const choice = toVersionChoice(caller, facts, body.toolkit_versions);
    const { answer, missing } = await findRequiredScopes(caller.projectId, body.tools, choice);
    warnOfMissing(facts.answer, missing);
    return answer;
  },
  rules.readsCatalog,
);

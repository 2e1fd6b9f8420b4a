/** POST /api/v3/tools/scopes/required */
import { findRequiredScopes } from "@/lib/catalog/read/find-required-scopes";
import { toVersionChoice, warnOfMissing } from "@/lib/catalog/read/to-version-choice";
import { scopesApi } from "@/lib/catalog/scopes.contract";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  scopesApi.listRequiredScopes,
  async ({ body }, caller, facts) => {
    const choice = toVersionChoice(caller, facts, body.version);
    const { answer, missing } = await findRequiredScopes(caller.projectId, body.tools, choice);
    warnOfMissing(facts.answer, missing);
    return answer;
  },
  rules.readsCatalog,
);

/** POST /api/v3/tools/execute/{tool_slug}/input */
import { executionApi } from "@/lib/execution/contract";
import { describeInput } from "@/lib/execution/text-arguments";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { toVersionChoice, warnOfMissing } from "@/lib/catalog/read/to-version-choice";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  executionApi.describeInput,
  ({ params, body }, caller, facts) =>
    describeInput(caller.projectId, params.tool_slug, body, {
      signal: facts.signal,
      requestId: facts.requestId,
      versions: toVersionChoice(caller, facts),
      onMissingVersion: (missing) => warnOfMissing(facts.answer, [missing]),
    }),
  rules.readsCatalog,
);

/** POST /api/v3/tools/execute/{tool_slug} */
import { executionApi } from "@/lib/execution/contract";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { idempotencyFacts } from "@/lib/http/api-door/idempotency-facts";
import { toVersionChoice, warnOfMissing } from "@/lib/catalog/read/to-version-choice";
import { toLogSource } from "@/lib/logs/log-source";
import { runToolWithReceipt } from "@/lib/sessions/run-tool-with-receipt";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  executionApi.executeTool,
  ({ params, body }, caller, { headers, signal, requestId, apiVersion, answer, audit }) =>
    runToolWithReceipt(caller, params.tool_slug, body, {
      source: toLogSource(headers),
      signal,
      requestId,
      audit,
      versions: toVersionChoice(caller, { apiVersion }),
      onMissingVersion: (missing) => warnOfMissing(answer, [missing]),
      ...idempotencyFacts(headers, answer),
    }),
  rules.executes,
);

/** POST /api/v3/internal/patchbay/sessions/{session_id}/calls/{log_id}/run */
import { toVersionChoice } from "@/lib/catalog/read/version-choice";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { idempotencyFacts } from "@/lib/http/api-door/idempotency-headers";
import { toLogSource } from "@/lib/logs/log-source";
import { sessionCallsApi } from "@/lib/meta-tools/calls/contract";
import { runSessionCall } from "@/lib/meta-tools/run-session-call";

export const POST = defineRoute(
  sessionCallsApi.runSessionCall,
  (given, caller, { headers, signal, requestId, answer }) =>
    runSessionCall(caller, given, {
      source: toLogSource(headers),
      signal,
      requestId,
      versions: toVersionChoice(caller, { apiVersion: "v3.1" }),
      ...idempotencyFacts(headers, answer),
    }),
);

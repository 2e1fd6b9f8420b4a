/** POST /api/v3/internal/patchbay/sessions/{session_id}/calls/{log_id}/run */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { idempotencyFacts } from "@/lib/http/api-door/idempotency-facts";
import { sessionCallsApi } from "@/lib/sessions/calls/contract";
import { runSessionCall } from "@/lib/sessions/run-session-call";
import { sessionFacts } from "@/lib/sessions/session-facts";

export const POST = defineRoute(sessionCallsApi.runSessionCall, (input, caller, request) =>
  runSessionCall(caller, input, sessionFacts(caller, request, idempotencyFacts(request.headers, request.answer))),
);

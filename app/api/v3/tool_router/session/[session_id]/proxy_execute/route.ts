/** POST /api/v3/tool_router/session/{session_id}/proxy_execute */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { idempotencyFacts } from "@/lib/http/api-door/idempotency-facts";
import { toLogSource } from "@/lib/logs/log-source";
import { metaApi } from "@/lib/sessions/meta-tools/contract";
import { proxyInSession } from "@/lib/sessions/meta-tools/multi/proxy-in-session";
import { recordSessionCost } from "@/lib/sessions/store/session-costs";
import { requireSession } from "@/lib/sessions/sessions";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  metaApi.proxyInSession,
  async ({ params, body }, caller, { headers, signal, requestId, answer }) => {
    const session = await requireSession(caller.projectId, params.session_id);
    return proxyInSession(caller, session, body, {
      source: toLogSource(headers),
      signal,
      requestId,
      meter: { count: (tokens) => recordSessionCost(session, { calls: 1, results: tokens }) },
      ...idempotencyFacts(headers, answer),
    });
  },
  rules.inSession,
);

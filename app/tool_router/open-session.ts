/** How each address of a session's MCP endpoint finds its caller and its tools. */
import { actorOf } from "@/lib/access/caller";
import { addressOf } from "@/lib/http/api-door/address-of";
import { changeRecorder } from "@/lib/http/api-door/audited";
import type { Open } from "@/lib/http/mcp/admitted";
import { toLogSource } from "@/lib/logs/log-source";
import { sessionMcpApi } from "@/lib/mcp/sessions/contract";
import { openSessionEndpoint } from "@/lib/mcp/sessions/session-endpoint";
import { sessionSurface } from "@/lib/mcp/sessions/session-surface";

export const openSession =
  (sessionId = "", requestId: string): Open =>
  async (request, key) => {
    const { headers } = request;
    const { caller, session } = await openSessionEndpoint(sessionId, {
      ...{ key, sessionKey: headers.get("x-session-access-key") },
      findAddress: () => addressOf(request),
    });
    const idempotencyKey = headers.get("idempotency-key");
    const facts = {
      source: { ...toLogSource(headers), framework: "mcp" },
      requestId,
      audit: changeRecorder({ op: sessionMcpApi.callSessionMcp, request, caller, requestId, params: {} }),
      ...(idempotencyKey !== null && { idempotencyKey }),
    };
    // An approval stores the actor who decided about the call.
    const actor = { id: actorOf(caller), name: null };
    const surface = sessionSurface({ caller: { ...caller, actor }, session, facts });
    return { caller, surface, within: { sessionId: session.id } };
  };

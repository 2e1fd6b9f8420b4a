/** How each address of a session's MCP endpoint finds its caller and its tools. */
import type { Open } from "@/lib/http/mcp/endpoint";
import { toLogSource } from "@/lib/logs/log-source";
import { openSessionEndpoint } from "@/lib/mcp/sessions/session-endpoint";
import { sessionSurface } from "@/lib/mcp/sessions/session-surface";

export const openSession =
  (sessionId = "", requestId: string): Open =>
  async ({ headers }, key) => {
    const { caller, session } = await openSessionEndpoint(sessionId, key, headers.get("x-session-access-key"));
    const idempotencyKey = headers.get("idempotency-key");
    const facts = {
      source: { ...toLogSource(headers), framework: "mcp" },
      requestId,
      ...(idempotencyKey !== null && { idempotencyKey }),
    };
    return { caller, surface: sessionSurface({ caller, session, facts }), within: { sessionId: session.id } };
  };

/** Clients of sessions' MCP endpoints and of the management server, for tests; they go straight to the door. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema, type ElicitRequest, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import type { Route } from "@/lib/http/api-door/define-route";

const ORIGIN = "http://localhost:3000";

const door = createApiRouter(
  (
    await Promise.all([
      import("@/app/tool_router/[session_id]/mcp/route"),
      import("@/app/tool_router/session/[session_id]/mcp/route"),
      import("@/app/tool_router/v3/[session_id]/mcp/route"),
      import("@/app/v3/mcp/tool-router/[session_id]/mcp/route"),
      import("@/app/mcp/manage/route"),
      import("@/app/v3/mcp/[id]/route"),
    ])
  ).flatMap((module) => Object.values(module) as Route[]),
);

type Answerer = (question: ElicitRequest["params"]) => ElicitResult | Promise<ElicitResult>;

/**
 * A connected official client.
 * @param ask answers questions; without it, the client can be asked nothing
 */
export async function connectAt(path: string, headers: Record<string, string>, ask?: Answerer): Promise<Client> {
  const client = new Client(
    { name: "tests", version: "1.0.0" },
    { capabilities: ask ? { elicitation: { form: {}, url: {} } } : {} },
  );
  if (ask) client.setRequestHandler(ElicitRequestSchema, ({ params }) => ask(params));
  await client.connect(
    new StreamableHTTPClientTransport(new URL(ORIGIN + path), {
      requestInit: { headers },
      fetch: async (url, init) => door.fetch(new Request(url, init)),
    }),
  );
  return client;
}

/** The status of a hand-written `initialize`. */
export async function statusOf(path: string, headers: Record<string, string>): Promise<number> {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "tests", version: "1" } };
  const answer = await door.fetch(
    new Request(ORIGIN + path, {
      method: "POST",
      headers: { accept: "application/json, text/event-stream", "content-type": "application/json", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
    }),
  );
  return answer.status;
}

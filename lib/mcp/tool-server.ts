/**
 * The MCP server of one request: its tools, listed and called
 * (https://modelcontextprotocol.io/specification/2025-11-25/server/tools).
 */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  type CallToolResult,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import type { ExecutionFacts } from "@/lib/execution/sending/trace";
import { isAnnounced, toKnownError } from "@/lib/kernel/database/known-errors";
import { log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { VERSION } from "@/lib/kernel/process/version";
import { callTool } from "./call-tool";
import type { Endpoint } from "./endpoint";
import { findServerConfigs, findServerTool, findSimilarNames, listServerTools } from "./server-tools";

/** An error that the SDK answers with this JSON-RPC code. */
class ProtocolError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** The first code that servers may define (JSON-RPC 2.0, 5.1). */
const SERVER_ERROR = -32_000;

/** The error for the client: the message of an ApiError, but no details of a bug of this server. */
export function toProtocolError(error: unknown, requestId: string): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const known = toKnownError(error);
  const { suggestedFix: fix, headers } = known?.details ?? {};
  if (known && known.status < 500)
    return new ProtocolError(ErrorCode.InvalidParams, known.message, { suggested_fix: fix });
  if (!isAnnounced(error)) log.error({ requestId }, "an MCP request failed", { error });
  if (known?.kind !== "Unavailable")
    return new ProtocolError(ErrorCode.InternalError, "The server failed to answer this request.", {
      request_id: requestId,
    });
  // Clients only show the message, so it includes the suggested fix.
  return new ProtocolError(SERVER_ERROR, fix ? `${known.message} ${fix}` : known.message, {
    status: known.status,
    ...(headers?.["retry-after"] && { retry_after: Number(headers["retry-after"]) }),
    request_id: requestId,
  });
}

/** Wraps a handler, because the SDK would send the message of any error to the client. */
const guarded = <T>(requestId: string, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw toProtocolError(error, requestId);
  });

/** The Idempotency-Key of a call. It is part of the call, because clients set headers once for all calls. */
const keyOf = (meta: Record<string, unknown> | undefined, facts: ExecutionFacts): string | undefined => {
  const own = meta?.["idempotency-key"];
  return typeof own === "string" ? own : facts.idempotencyKey;
};

type ToolCall = {
  name: string;
  arguments?: Record<string, unknown> | undefined;
  _meta?: Record<string, unknown> | undefined;
};

async function call(
  { caller, server, audience }: Endpoint,
  facts: ExecutionFacts,
  { name, arguments: given, _meta }: ToolCall,
): Promise<CallToolResult> {
  const { projectId } = caller;
  const configs = await findServerConfigs(projectId, server);
  const tool = await findServerTool(projectId, server, configs, name);
  if (!tool) {
    const near = await findSimilarNames(projectId, server, name);
    throw new ProtocolError(
      ErrorCode.InvalidParams,
      `Unknown tool: ${name.slice(0, 200)}.${near.length > 0 ? ` Use one of: ${near.join(", ")}.` : ""}`,
    );
  }
  const idempotencyKey = keyOf(_meta, facts);
  return callTool({
    caller,
    audience,
    configs,
    tool,
    arguments: given ?? {},
    facts: { ...facts, ...(idempotencyKey !== undefined && { idempotencyKey }) },
  });
}

/**
 * A validator that does nothing: the SDK would make one for each server, at a high cost, for elicitation, which we do
 * not use.
 */
const validator = () => processMemory("mcp.validator", () => new AjvJsonSchemaValidator());

/** An MCP server for one request; there are no sessions. */
export function createToolServer(endpoint: Endpoint, facts: ExecutionFacts): Server {
  const { caller, server } = endpoint;
  const mcp = new Server(
    { name: `patchbay-${server.id}`, title: server.name, version: VERSION },
    { capabilities: { tools: {} }, jsonSchemaValidator: validator() },
  );
  mcp.setRequestHandler(ListToolsRequestSchema, ({ params }) =>
    guarded(facts.requestId, () => listServerTools(caller.projectId, server, params?.cursor)),
  );
  mcp.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    guarded(facts.requestId, () => call(endpoint, { ...facts, source: { ...facts.source, framework: "mcp" } }, params)),
  );
  return mcp;
}

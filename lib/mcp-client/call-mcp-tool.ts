/** One call of a tool at an MCP server. */
import type { Values } from "@/lib/kernel/text/is-object";
import { useMcpServer, type McpServer } from "./use-mcp-server";

export type McpCall = {
  name: string;
  arguments: Values;
  /** The tool's schema as the server wrote it, where it wants arguments in headers too. */
  schema?: Values;
};

/** What the server sends while it works. */
export type McpProgress = { progress: number; total?: number; message?: string };

export type McpCallResult = {
  content: readonly Values[];
  structuredContent?: unknown;
  isError: boolean;
  /** Why the server's refusal is no wonder: it asked a person something, and got no answer. */
  note?: string;
};

export type McpCallLimits = {
  /** Aborts when the caller hangs up or cancels, or when the time of the call is over; the server learns of it. */
  signal: AbortSignal;
  timeoutMs: number;
  onProgress?: ((progress: McpProgress) => void) | undefined;
};

/**
 * Calls a tool. Its own failure is a result with `isError`.
 * @throws OutboundError, McpFailure as `useMcpServer`
 */
export function callMcpTool(server: McpServer, call: McpCall, limits: McpCallLimits): Promise<McpCallResult> {
  const { signal, timeoutMs, onProgress } = limits;
  return useMcpServer(server, signal, async ({ client, unanswered }, end) => {
    const { name, schema } = call;
    const result = await client.callTool(
      { name, arguments: call.arguments },
      {
        signal: end,
        timeout: timeoutMs,
        ...(onProgress && { onprogress: onProgress }),
        ...(schema && { toolDefinition: { name, inputSchema: { ...schema, type: "object" as const } } }),
      },
    );
    const note = unanswered();
    return {
      content: result.content as readonly Values[],
      ...(result.structuredContent !== undefined && { structuredContent: result.structuredContent }),
      isError: result.isError === true,
      ...(note !== undefined && { note }),
    };
  });
}

/** What both addresses of an MCP endpoint answer to a POST. */
import { answerRpc } from "@/lib/http/mcp/json-rpc-transport";
import { toLogSource } from "@/lib/logs/log-source";
import { readAddress } from "@/lib/mcp/audience";
import { openEndpoint } from "@/lib/mcp/endpoint";
import { createToolServer } from "@/lib/mcp/tool-server";

type Facts = { params: Record<string, string>; url: URL; requestId: string };

export const answerPost = (request: Request, { params, url, requestId }: Facts): Promise<Response> =>
  answerRpc(request, requestId, async (key) => {
    const endpoint = await openEndpoint(params.id ?? "", readAddress(url.searchParams), key);
    const { headers, signal } = request;
    const idempotencyKey = headers.get("idempotency-key");
    const facts = {
      source: toLogSource(headers),
      signal,
      requestId,
      ...(idempotencyKey !== null && { idempotencyKey }),
    };
    return { caller: endpoint.caller, server: createToolServer(endpoint, facts) };
  });

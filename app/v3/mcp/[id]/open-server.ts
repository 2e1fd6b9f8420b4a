/** How each address of an MCP server's endpoint finds its caller and its tools. */
import { addressOf } from "@/lib/http/api-door/address-of";
import { changeRecorder } from "@/lib/http/api-door/audited";
import { isFromPage } from "@/lib/http/api-door/authenticate";
import { searchOf } from "@/lib/http/api-door/node-request";
import type { Open } from "@/lib/http/mcp/admitted";
import { toLogSource } from "@/lib/logs/log-source";
import { readAddress } from "@/lib/mcp/addresses/audience";
import { openEndpoint } from "@/lib/mcp/endpoint/open-endpoint";
import { mcpEndpointApi } from "@/lib/mcp/endpoint/contract";
import { serverSurface } from "@/lib/mcp/endpoint/server-surface";

export const openServer =
  (serverId = "", requestId: string): Open =>
  async (request, key) => {
    const { url, headers } = request;
    const address = readAddress(searchOf(url));
    const endpoint = await openEndpoint(serverId, address, {
      ...{ url, key, isFromPage: isFromPage(request) },
      findAddress: () => addressOf(request),
    });
    const { caller } = endpoint;
    const idempotencyKey = headers.get("idempotency-key");
    const facts = {
      source: toLogSource(headers),
      requestId,
      audit: changeRecorder({ op: mcpEndpointApi.callMcpServer, request, caller, requestId, params: {} }),
      ...(idempotencyKey !== null && { idempotencyKey }),
    };
    return { caller, surface: serverSurface(endpoint, address, facts) };
  };

/** Where clients of the first revision post their messages. */
export const messagesPath = (serverId = ""): string => `/v3/mcp/${encodeURIComponent(serverId)}/messages`;

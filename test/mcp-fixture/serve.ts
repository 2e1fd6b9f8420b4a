/** Serves routes or a surface on a port of their own, behind the product's listener and router. */
import type { AddressInfo } from "node:net";
import type { ProjectCaller } from "@/lib/access/caller";
import { mcpEndpointApi } from "@/lib/mcp/endpoint/contract";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import { defineProtocolRoute, type Route } from "@/lib/http/api-door/define-route";
import { answerJson } from "@/lib/http/listener/answer-json";
import { createListener } from "@/lib/http/listener/create-listener";
import { answerMcpDelete, answerMcpGet, answerMcpPost } from "@/lib/http/mcp/answer-mcp";
import { answerSseGet, answerSseMessage } from "@/lib/http/mcp/sse-transport";
import type { McpSurface } from "@/lib/mcp-protocol/surface";

export type Served = { url: string; close: () => Promise<void> };

/** Serves routes on a port of their own, as the product does. @param path that the url ends with */
export async function serveRoutes(routes: readonly Route[], path = ""): Promise<Served> {
  const door = createApiRouter(routes);
  const server = createListener({
    answer: (request, response, pathname) => {
      const match = door.find(request.method ?? "", pathname);
      return match ? answerJson(match, request, response) : response.writeHead(404).end();
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @param caller the identity of every caller */
export async function serveSurface(surface: McpSurface, caller: ProjectCaller): Promise<Served> {
  const open = async () => ({ caller, surface });
  const { callMcpServer, followMcpServer, endMcpSession, connectBySse, sendBySse } = mcpEndpointApi;
  return serveRoutes(
    [
      defineProtocolRoute(callMcpServer, (request, _, requestId) => answerMcpPost(request, requestId, open)),
      defineProtocolRoute(followMcpServer, (request, _, requestId) => answerMcpGet(request, requestId, open)),
      defineProtocolRoute(connectBySse, (request, { id }, requestId) =>
        answerSseGet(request, requestId, open, `/v3/mcp/${id}/messages`),
      ),
      defineProtocolRoute(sendBySse, (request, _, requestId) => answerSseMessage(request, requestId, open)),
      defineProtocolRoute(endMcpSession, async (_request, _params, requestId) => answerMcpDelete(requestId)),
    ],
    "/v3/mcp/fixture",
  );
}

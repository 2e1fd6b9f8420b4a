/** The addresses that MCP clients call. The project decides who may call them, not the `auth` of the operation. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const endpoint = {
  tag: "MCP",
  auth: "none",
  permission: "public",
  audit: "none",
  own: true,
  params: z.object({ id: z.string().min(1).max(200) }),
  response: z.unknown(),
} as const;

const SAME = "The same as POST /v3/mcp/{id}";
const STREAM = "A stream of events that tells when the list of tools has changed";
const NO_SESSIONS = "Always 405: there are no sessions to end";

export const mcpEndpointApi = {
  callMcpServer: operation({
    id: "mcp.call",
    method: "POST",
    path: "/v3/mcp/{id}",
    ...endpoint,
    summary: "The MCP endpoint of a server: Streamable HTTP without sessions, in every revision of the protocol",
    description:
      "Takes user_id, connected_account_id or connected_account_ids in its query. " +
      "An address with the signature that POST /api/v3/mcp/servers/generate gave it needs nothing else; " +
      "any other one needs a key of the project in x-api-key or as a bearer token, " +
      "unless the project asks for none (require_mcp_api_key).",
  }),
  followMcpServer: operation({
    id: "mcp.follow",
    method: "GET",
    path: "/v3/mcp/{id}",
    ...endpoint,
    summary: STREAM,
  }),
  endMcpSession: operation({
    id: "mcp.end",
    method: "DELETE",
    path: "/v3/mcp/{id}",
    ...endpoint,
    summary: NO_SESSIONS,
  }),
  callMcpServerByLongPath: operation({
    id: "mcp.callByLongPath",
    method: "POST",
    path: "/v3/mcp/{id}/mcp",
    ...endpoint,
    summary: SAME,
  }),
  followMcpServerByLongPath: operation({
    id: "mcp.followByLongPath",
    method: "GET",
    path: "/v3/mcp/{id}/mcp",
    ...endpoint,
    summary: STREAM,
  }),
  endMcpSessionByLongPath: operation({
    id: "mcp.endByLongPath",
    method: "DELETE",
    path: "/v3/mcp/{id}/mcp",
    ...endpoint,
    summary: NO_SESSIONS,
  }),
  connectBySse: operation({
    id: "mcp.connectBySse",
    method: "GET",
    path: "/v3/mcp/{id}/sse",
    ...endpoint,
    summary: "A connection by HTTP+SSE, as clients of MCP's first revision make it",
    description: "The first event names the address for messages; their answers come by this stream.",
  }),
  callMcpServerAtSse: operation({
    id: "mcp.callAtSse",
    method: "POST",
    path: "/v3/mcp/{id}/sse",
    ...endpoint,
    summary: SAME,
  }),
  connectBySseAtOldPath: operation({
    id: "mcp.connectBySseAtOldPath",
    method: "GET",
    path: "/composio/server/{id}/sse",
    ...endpoint,
    summary: "A connection by HTTP+SSE, as clients of MCP's first revision make it",
  }),
  callMcpServerAtOldSse: operation({
    id: "mcp.callAtOldSse",
    method: "POST",
    path: "/composio/server/{id}/sse",
    ...endpoint,
    summary: SAME,
  }),
  sendBySse: operation({
    id: "mcp.sendBySse",
    method: "POST",
    path: "/v3/mcp/{id}/messages",
    ...endpoint,
    status: 202,
    summary: "Messages of a connection by HTTP+SSE",
  }),
  callMcpServerByOldPath: operation({
    id: "mcp.callByOldPath",
    method: "POST",
    path: "/composio/server/{id}",
    ...endpoint,
    summary: SAME,
  }),
  followMcpServerByOldPath: operation({
    id: "mcp.followByOldPath",
    method: "GET",
    path: "/composio/server/{id}",
    ...endpoint,
    summary: `${STREAM}; with transport=sse a connection by HTTP+SSE`,
  }),
  endMcpSessionByOldPath: operation({
    id: "mcp.endByOldPath",
    method: "DELETE",
    path: "/composio/server/{id}",
    ...endpoint,
    summary: NO_SESSIONS,
  }),
  callMcpServerByOldLongPath: operation({
    id: "mcp.callByOldLongPath",
    method: "POST",
    path: "/composio/server/{id}/mcp",
    ...endpoint,
    summary: SAME,
  }),
  followMcpServerByOldLongPath: operation({
    id: "mcp.followByOldLongPath",
    method: "GET",
    path: "/composio/server/{id}/mcp",
    ...endpoint,
    summary: STREAM,
  }),
  endMcpSessionByOldLongPath: operation({
    id: "mcp.endByOldLongPath",
    method: "DELETE",
    path: "/composio/server/{id}/mcp",
    ...endpoint,
    summary: NO_SESSIONS,
  }),
};

/** The address that MCP clients call. Who may is told by the project, not by the kind of the operation. */
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

export const mcpEndpointApi = {
  callMcpServer: operation({
    id: "mcp.call",
    method: "POST",
    path: "/v3/mcp/{id}",
    ...endpoint,
    summary: "The MCP endpoint of a server: Streamable HTTP without sessions",
    description:
      "Takes user_id, connected_account_id or connected_account_ids in its query. An address with the signature that POST /api/v3/mcp/servers/generate gave it needs nothing else; any other one needs a key of the project in x-api-key or as a bearer token, unless the project asks for none (require_mcp_api_key).",
  }),
  followMcpServer: operation({
    id: "mcp.follow",
    method: "GET",
    path: "/v3/mcp/{id}",
    ...endpoint,
    summary: "Always 405: the server sends nothing by itself",
  }),
  endMcpSession: operation({
    id: "mcp.end",
    method: "DELETE",
    path: "/v3/mcp/{id}",
    ...endpoint,
    summary: "Always 405: there are no sessions to end",
  }),
  callMcpServerByLongPath: operation({
    id: "mcp.callByLongPath",
    method: "POST",
    path: "/v3/mcp/{id}/mcp",
    ...endpoint,
    summary: "The same as POST /v3/mcp/{id}",
  }),
  followMcpServerByLongPath: operation({
    id: "mcp.followByLongPath",
    method: "GET",
    path: "/v3/mcp/{id}/mcp",
    ...endpoint,
    summary: "Always 405: the server sends nothing by itself",
  }),
  endMcpSessionByLongPath: operation({
    id: "mcp.endByLongPath",
    method: "DELETE",
    path: "/v3/mcp/{id}/mcp",
    ...endpoint,
    summary: "Always 405: there are no sessions to end",
  }),
};

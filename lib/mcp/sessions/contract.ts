/**
 * The address of a session for MCP clients, in all forms that clients have received. The API returns only the first
 * form.
 */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

const ours = {
  tag: "MCP",
  auth: "none",
  permission: "public",
  audit: "none",
  own: true,
  response: z.unknown(),
} as const;
const endpoint = { ...ours, params: z.object({ session_id: z.string().min(1).max(200) }) } as const;

const WHO =
  "Needs a key of the project, in x-api-key or as a bearer token, or an access key of the session in x-session-access-key.";
const CALL = "The MCP endpoint of a session: its meta tools, the tools that it preloads, and its files";
const FOLLOW = "A stream of events that tells when the list of tools may have changed";
const END = "Always 405: there is nothing to end";
const SAME = "The same as /tool_router/{session_id}/mcp";

export const sessionMcpApi = {
  callSessionMcp: operation({
    id: "mcp.session.call",
    method: "POST",
    path: "/tool_router/{session_id}/mcp",
    ...endpoint,
    summary: CALL,
    description: WHO,
  }),
  followSessionMcp: operation({
    id: "mcp.session.follow",
    method: "GET",
    path: "/tool_router/{session_id}/mcp",
    ...endpoint,
    summary: FOLLOW,
  }),
  endSessionMcp: operation({
    id: "mcp.session.end",
    method: "DELETE",
    path: "/tool_router/{session_id}/mcp",
    ...endpoint,
    summary: END,
  }),
  callSessionMcpBySessionPath: operation({
    id: "mcp.session.callBySessionPath",
    method: "POST",
    path: "/tool_router/session/{session_id}/mcp",
    ...endpoint,
    summary: SAME,
  }),
  followSessionMcpBySessionPath: operation({
    id: "mcp.session.followBySessionPath",
    method: "GET",
    path: "/tool_router/session/{session_id}/mcp",
    ...endpoint,
    summary: SAME,
  }),
  callSessionMcpByVersion: operation({
    id: "mcp.session.callByVersion",
    method: "POST",
    path: "/tool_router/v3/{session_id}/mcp",
    ...endpoint,
    summary: SAME,
  }),
  followSessionMcpByVersion: operation({
    id: "mcp.session.followByVersion",
    method: "GET",
    path: "/tool_router/v3/{session_id}/mcp",
    ...endpoint,
    summary: SAME,
  }),
  callSessionMcpByLongPath: operation({
    id: "mcp.session.callByLongPath",
    method: "POST",
    path: "/v3/mcp/tool-router/{session_id}/mcp",
    ...endpoint,
    summary: SAME,
  }),
  followSessionMcpByLongPath: operation({
    id: "mcp.session.followByLongPath",
    method: "GET",
    path: "/v3/mcp/tool-router/{session_id}/mcp",
    ...endpoint,
    summary: SAME,
  }),
};

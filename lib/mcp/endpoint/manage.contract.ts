/** The address of the management server: a project is set up through it by a coding agent. */
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

export const manageMcpApi = {
  callManageMcp: operation({
    id: "mcp.manage.call",
    method: "POST",
    path: "/mcp/manage",
    ...ours,
    summary: "The management server: what the dashboard does, as tools of MCP",
    description: "Needs a key of the project, in x-api-key or as a bearer token, and offers what the key allows.",
  }),
  followManageMcp: operation({
    id: "mcp.manage.follow",
    method: "GET",
    path: "/mcp/manage",
    ...ours,
    summary: "Always 405: its list of tools never changes",
  }),
};

/** The clients that may use a project's MCP servers by a token. */
import { z } from "zod";
import { named } from "@/lib/contract/named";
import { operation } from "@/lib/contract/operation";
import { page, pageQuery } from "@/lib/contract/page";

const path = "/api/v3/internal/patchbay/mcp/clients";
const common = { own: true, tag: "MCP", auth: "project" } as const;
const time = z.iso.datetime();
const slugs = z.array(z.string().trim().min(1).max(500)).max(500);

const McpClient = z.object({
  id: z.string(),
  client_id: z.string(),
  name: z.string(),
  server_id: z.string(),
  server_name: z.string(),
  user_id: z.string(),
  toolkits: z.array(z.string()).meta({ description: "Empty: all of the server" }),
  tools: z.array(z.string()).meta({ description: "Empty: all tools of the toolkits" }),
  granted_as: z.enum(["member", "end_user", "machine"]),
  granted_by: z.string().meta({ description: "The id of the member, the end user, or the key" }),
  created_at: time,
  last_used_at: time.optional(),
  expires_at: time.optional().meta({ description: "Unless the client renews its access before" }),
});

export const mcpClientsApi = {
  listMcpClients: operation({
    id: "listMcpClients",
    method: "GET",
    path,
    ...common,
    permission: "mcp_servers:read",
    audit: "none",
    summary: "The clients that were allowed to use the project's MCP servers, newest first",
    query: z.object({
      ...pageQuery,
      mcp_server_id: z.string().max(200).optional(),
      user_id: z.string().max(500).optional(),
    }),
    response: page(McpClient),
  }),
  createMcpMachineClient: operation({
    id: "createMcpMachineClient",
    method: "POST",
    path,
    ...common,
    permission: "mcp_servers:write",
    audit: "mcp_client.create",
    fresh: true,
    summary: "Create a client for a program without a user (client credentials)",
    description:
      "It calls one server as one user. " +
      "client_secret is in this answer only; " +
      "with it the program gets tokens at /oauth/token with grant_type=client_credentials.",
    body: z.object({
      name: named("client's name"),
      mcp_server_id: z.string().min(1).max(200),
      user_id: z.string().trim().min(1, "must name a user").max(500),
      toolkits: slugs.default([]),
      allowed_tools: slugs.default([]),
    }),
    response: McpClient.extend({ client_secret: z.string() }),
    status: 201,
  }),
  revokeMcpClient: operation({
    id: "revokeMcpClient",
    method: "DELETE",
    path: `${path}/{id}`,
    ...common,
    permission: "mcp_servers:write",
    audit: "mcp_client.revoke",
    summary: "Revoke a client's access immediately",
    params: z.object({ id: z.string().max(200) }),
    response: z.object({ id: z.string(), revoked: z.literal(true) }),
  }),
};

/** Operations on the signed addresses of an MCP server, except making them. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { limitQuery, page, pageQuery } from "@/lib/contract/page";

const id = z.string().trim().min(1).max(500);

const change = {
  method: "POST",
  own: true,
  tag: "MCP",
  auth: "project",
  permission: "mcp_servers:write",
  params: z.object({ id: z.string().min(1).max(200) }),
  response: z.object({ id: z.string(), ended: z.boolean() }),
} as const;

const time = z.iso.datetime();

const ListedAddress = z
  .object({
    user_id: z.string().nullable(),
    connected_account_ids: z.array(z.string()),
    created_at: time,
    last_used_at: time.nullable(),
  })
  .meta({ id: "McpAddress" });

export const mcpAddressesApi = {
  listMcpAddresses: operation({
    id: "listMcpAddresses",
    method: "GET",
    path: "/api/v3/internal/patchbay/mcp/{id}/addresses",
    own: true,
    tag: "MCP",
    auth: "project",
    permission: "mcp_servers:read",
    audit: "none",
    summary: "List an MCP server's active signed URLs with their last use",
    description: "Newest first, and without the addresses: generate gives them, and they are the same each time.",
    params: z.object({ id: z.string().min(1).max(200) }),
    query: z.object({
      ...pageQuery,
      limit: limitQuery(20, 100),
      search: z.string().trim().max(500).optional().meta({ description: "A part of a user's id, or an account's id" }),
    }),
    response: page(ListedAddress),
  }),
  endMcpAddress: operation({
    id: "endMcpAddress",
    path: "/api/v3/internal/patchbay/mcp/{id}/addresses/end",
    ...change,
    audit: "mcp_address.end",
    summary: "Revoke a signed URL of an MCP server immediately",
    description:
      "Names the user, the accounts, or both, as the address does. Addresses that generate makes for them afterwards work again.",
    body: z
      .object({ user_id: id.optional(), connected_account_ids: z.array(id).max(50).optional() })
      .refine(({ user_id: user, connected_account_ids: accounts = [] }) => user !== undefined || accounts.length > 0, {
        path: ["user_id"],
        message: "or connected_account_ids must say whose address it is",
      }),
  }),
  endMcpAddresses: operation({
    id: "endMcpAddresses",
    path: "/api/v3/internal/patchbay/mcp/{id}/addresses/end_all",
    ...change,
    audit: "mcp_address.end_all",
    summary: "Revoke all signed URLs of an MCP server immediately",
  }),
};

/** Connected clients as the API returns them. */
import type { z } from "zod";
import type { mcpClientsApi } from "./clients.contract";
import type { NamedGrant } from "./grants";

type Wire = z.input<typeof mcpClientsApi.listMcpClients.response>["items"][number];

export const toWireMcpClient = (grant: NamedGrant): Wire => ({
  id: grant.id,
  client_id: grant.clientId,
  name: grant.clientName,
  server_id: grant.serverId,
  server_name: grant.server.name,
  user_id: grant.userId,
  toolkits: grant.toolkits,
  tools: grant.tools,
  granted_as: grant.grantedAs as Wire["granted_as"],
  granted_by: grant.grantedBy,
  created_at: grant.createdAt.toISOString(),
  ...(grant.lastUsedAt && { last_used_at: grant.lastUsedAt.toISOString() }),
  ...(grant.refreshExpiresAt && { expires_at: grant.refreshExpiresAt.toISOString() }),
});

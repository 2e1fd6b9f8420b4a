/** Records when MCP servers and their signed addresses were last used. */
import { lastUsed } from "@/lib/kernel/database/last-used";
import { statement } from "@/lib/kernel/database/statement";
import { type Audience, audienceHash } from "../addresses/audience";
import type { AddressedServer } from "./addressed-server";

const SERVERS = statement({
  name: "last-used.MCP servers",
  text: `UPDATE mcp_server SET last_used_at = $2 WHERE id = ANY($1::text[])
    AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 minute')`,
});

/**
 * Addresses that are older than the table of addresses get a row. A use of an ended generation is skipped: it was
 * recorded before the end, and would bring the address back into the list.
 */
const ADDRESSES = statement({
  name: "last-used.MCP addresses",
  text: `INSERT INTO mcp_address (project_id, server_id, audience, user_id, account_ids, generation, created_at, made_at, last_used_at)
  SELECT s.project_id, s.id, u.of->>1, u.of->>3, ARRAY(SELECT jsonb_array_elements_text(u.of->4)), (u.of->>2)::int, $2, $2, $2
  FROM unnest($1::text[]) AS t(one) CROSS JOIN LATERAL (SELECT t.one::jsonb AS of) u
  JOIN mcp_server s ON s.id = u.of->>0 AND s.address_key IS NOT NULL
  LEFT JOIN mcp_address a ON a.server_id = s.id AND a.audience = u.of->>1
  WHERE coalesce(a.generation, 0) = (u.of->>2)::int
  ORDER BY 2, 3
  ON CONFLICT (server_id, audience) DO UPDATE SET user_id = excluded.user_id, account_ids = excluded.account_ids,
    made_at = coalesce(mcp_address.made_at, excluded.made_at), last_used_at = excluded.last_used_at
  WHERE mcp_address.generation = excluded.generation
    AND (mcp_address.last_used_at IS NULL OR mcp_address.last_used_at < excluded.last_used_at - interval '1 minute')`,
});

const servers = lastUsed("MCP servers", SERVERS);
const addresses = lastUsed("MCP addresses", ADDRESSES);

/**
 * Records a call.
 * @param signed whether the call came by a signed address, which then has a last use of its own
 */
export function recordMcpUse({ id, generation }: AddressedServer, audience: Audience, signed: boolean): void {
  servers.record(id);
  if (!signed) return;
  const { userId = null, connectedAccountIds } = audience;
  addresses.record(JSON.stringify([id, audienceHash(audience), generation, userId, connectedAccountIds]));
}

/** Writes the waiting records, so that a list shows what this process knows. */
export const flushMcpUses = async (): Promise<void> => {
  await Promise.all([servers.flush(), addresses.flush()]);
};

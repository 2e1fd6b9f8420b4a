/**
 * Addresses that work without a key: a signature binds each address to its server, user and accounts. Raising its
 * generation ends a single address; a new key ends all addresses of a server (docs/decisions/0007).
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { now } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { changeIn, rowsIn, statement } from "@/lib/kernel/database/statement";
import { open, seal } from "@/lib/kernel/process/vault";
import { assertNamed, type Audience, audienceHash, audienceText, readAddress } from "./audience";
import { announceServer } from "../servers/announce-server";
import { type AddressedServer, forgetServer } from "../servers/addressed-server";
import { type McpServer, requireServer, unknownServer } from "../servers/servers";

type Signing = Pick<McpServer, "id" | "projectId" | "addressKey">;

const sealContext = ({ id, projectId }: Pick<McpServer, "id" | "projectId">) => ({
  projectId,
  rowId: id,
  column: "mcp_server.address_key",
});

/** HMAC-SHA256 over everything that the address is bound to, as 43 characters of base64url. */
const signatureOf = (key: string, serverId: string, audience: Audience, generation: number): string =>
  createHmac("sha256", key)
    .update(JSON.stringify(["mcp address", serverId, generation, audienceText(audience)]))
    .digest("base64url");

/** Cached signatures of cached servers, each with its audience. */
const signatures = new WeakMap<AddressedServer, { audience: string; signature: string }>();

/** The signature of the address by which the server was found; null if the server has no signed addresses. */
function expected(server: AddressedServer, audience: Audience): string | null {
  if (server.addressKey === null) return null;
  const text = audienceText(audience);
  const entry = signatures.get(server);
  if (entry?.audience === text) return entry.signature;
  const signature = signatureOf(open(server.addressKey, sealContext(server)), server.id, audience, server.generation);
  signatures.set(server, { audience: text, signature });
  return signature;
}

/** Whether the server signed this audience, and the address was not ended since. */
export function isSigned(server: AddressedServer, audience: Audience, signature: string): boolean {
  const expectedBytes = Buffer.from(expected(server, audience) ?? "");
  const actual = Buffer.from(signature);
  return expectedBytes.length > 0 && actual.length === expectedBytes.length && timingSafeEqual(actual, expectedBytes);
}

// In SQL, so that signing an address does not count as a change of the server in lists.
const KEEP_KEY = statement({
  name: "mcp.keep-address-key",
  text: `UPDATE mcp_server SET address_key = coalesce(address_key, $1)
    WHERE id = $2 AND project_id = $3 RETURNING address_key AS key`,
  columns: { key: "text?" },
});
const DROP_KEY = statement({
  name: "mcp.drop-address-key",
  text: "UPDATE mcp_server SET address_key = NULL WHERE id = $1 AND project_id = $2",
});

const KEEP_ADDRESSES = statement({
  name: "mcp.keep-addresses",
  text: `INSERT INTO mcp_address (project_id, server_id, audience, user_id, account_ids, created_at, made_at)
    SELECT s.project_id, s.id, a.audience, a.user_id, a.account_ids, $4::timestamptz, $4::timestamptz
    FROM mcp_server s, json_to_recordset($3::json) AS a(audience text, user_id text, account_ids text[])
    WHERE s.id = $1 AND s.project_id = $2 ORDER BY a.audience
    ON CONFLICT (server_id, audience) DO UPDATE SET user_id = excluded.user_id, account_ids = excluded.account_ids,
      made_at = coalesce(mcp_address.made_at, excluded.made_at)
    RETURNING audience, generation`,
  columns: { audience: "text", generation: "int4" },
});

/** The key that signs the server's addresses; the first call makes it. */
async function requireKey(server: Signing): Promise<string> {
  if (server.addressKey !== null) return open(server.addressKey, sealContext(server));
  const { id, projectId } = server;
  const sealedKey = seal(randomBytes(32).toString("base64url"), sealContext(server));
  const [row] = await rowsIn(db, KEEP_KEY, [sealedKey, id, projectId]);
  if (!row?.key) throw unknownServer(id);
  forgetServer(id);
  await announceServer(db, id);
  return open(row.key, sealContext(server));
}

/**
 * Stores a row for each address that has no row, or whose last address was ended. The rows are written in order, so
 * that two writers cannot deadlock.
 */
async function keepAddresses(
  server: Signing,
  audiences: readonly Audience[],
  generations: ReadonlyMap<string, number>,
) {
  const missing = new Map(audiences.map((audience) => [audienceHash(audience), audience]));
  for (const hash of generations.keys()) missing.delete(hash);
  if (missing.size === 0) return [];
  const rows = Array.from(missing, ([audience, { userId, connectedAccountIds }]) => ({
    audience,
    user_id: userId ?? null,
    account_ids: connectedAccountIds,
  }));
  return rowsIn(db, KEEP_ADDRESSES, [server.id, server.projectId, JSON.stringify(rows), now()]);
}

/**
 * The queries of addresses, each with its signature. The signature covers exactly what the endpoint reads from the
 * query.
 * @throws ApiError BadRequest for a query that names nobody
 */
export async function signQueries(
  server: Signing,
  queries: readonly Record<string, string>[],
): Promise<Record<string, string>[]> {
  if (queries.length === 0) return [];
  const audiences = queries.map((query) => readAddress(new URLSearchParams(query)).audience);
  audiences.forEach(assertNamed);
  const hashes = audiences.map(audienceHash);
  const key = await requireKey(server);
  const addresses = await db.mcpAddress.findMany({
    where: { projectId: server.projectId, serverId: server.id, audience: { in: hashes }, madeAt: { not: null } },
    select: { audience: true, generation: true },
  });
  const generations = new Map(addresses.map(({ audience, generation }) => [audience, generation]));
  for (const { audience, generation } of await keepAddresses(server, audiences, generations))
    generations.set(audience, generation);
  return audiences.map((audience, index) => ({
    ...queries[index],
    signature: signatureOf(key, server.id, audience, generations.get(hashes[index] ?? "") ?? 0),
  }));
}

/**
 * Ends the address of this audience: its signature is no longer valid, and the next address that is made is different.
 * @throws ApiError NotFound, for another project's server too
 */
export async function endAddress(projectId: string, serverId: string, audience: Audience): Promise<void> {
  await requireServer(projectId, serverId);
  const [hash, endedAt] = [audienceHash(audience), now()];
  await db.mcpAddress.upsert({
    where: { serverId_audience: { serverId, audience: hash } },
    create: {
      projectId,
      serverId,
      audience: hash,
      userId: audience.userId ?? null,
      accountIds: audience.connectedAccountIds,
      generation: 1,
      createdAt: endedAt,
      endedAt,
    },
    update: { generation: { increment: 1 }, madeAt: null, lastUsedAt: null, endedAt },
  });
  forgetServer(serverId);
  await announceServer(db, serverId);
}

/**
 * Ends all addresses of a server at once.
 * @throws ApiError NotFound, for another project's server too
 */
export async function endAllAddresses(projectId: string, serverId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const count = await changeIn(tx, DROP_KEY, [serverId, projectId]);
    if (count === 0) throw unknownServer(serverId);
    // Addresses of the next key differ in any case.
    await tx.mcpAddress.deleteMany({ where: { projectId, serverId } });
    await announceServer(tx, serverId);
  });
  forgetServer(serverId);
}

/** Cache of MCP servers by address: each call needs its server, and servers hardly ever change between two calls. */
import { CountedCache } from "@/lib/kernel/metrics/counted-cache";
import type { Prisma } from "@/lib/kernel/database/db";
import { isListening, listen } from "@/lib/kernel/database/notify";
import { narrowed, rowsOf, statement } from "@/lib/kernel/database/statement";
import { processMemory } from "@/lib/kernel/process-memory";
import { SERVERS_CHANNEL } from "./announce-server";
import type { McpServer } from "@/generated/prisma/client";

/** A server, with the generation of the address by which it was found. */
export type AddressedServer = McpServer & { generation: number };

/** Changes are announced at once; this limits the harm if the connection for announcements dies silently. */
const REMEMBER_MS = 5_000;
/** Limit for all servers together, and the size of a server without its lists. */
const [MOST_CHARACTERS, FEW_CHARACTERS] = [32 * 1024 * 1024, 1_000];
const MOST_ADDRESSES = 10_000;

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

const state = () =>
  processMemory("mcp.servers", () => {
    const cache = new CountedCache<string, AddressedServer>("mcp_addresses", {
      max: MOST_ADDRESSES,
      maxSize: MOST_CHARACTERS,
      sizeCalculation: ({ authConfigIds, toolkits, allowedTools, toolTexts, defaultResponse }) =>
        FEW_CHARACTERS +
        JSON.stringify([toolTexts, defaultResponse]).length +
        lengthOf(authConfigIds) +
        lengthOf(toolkits) +
        lengthOf(allowedTools),
      ttl: REMEMBER_MS,
    });
    const serverState = { cache, changes: 0 };
    listen(SERVERS_CHANNEL, {
      missed: () => {
        serverState.changes++;
        serverState.cache.clear();
      },
      message: forgetServer,
      onOwn: forgetServer,
    });
    return serverState;
  });

/**
 * Removes a changed server from this copy's cache at once: the next call of the same client can come before the
 * notification.
 */
export function forgetServer(id: string): void {
  const serverState = state();
  serverState.changes++;
  for (const key of serverState.cache.keys()) if (key.startsWith(`${id} `)) serverState.cache.delete(key);
}

const ADDRESSED = statement({
  name: "mcp.addressed",
  text: `SELECT s.id, s.project_id AS "projectId", s.name, s.auth_config_ids AS "authConfigIds", s.toolkits,
  s.allowed_tools AS "allowedTools", s.managed_auth AS "managedAuth", s.address_key AS "addressKey",
  s.tool_texts AS "toolTexts", s.default_response AS "defaultResponse", s.last_used_at AS "lastUsedAt", s.created_at AS "createdAt",
  s.updated_at AS "updatedAt", coalesce(a.generation, 0) AS generation
  FROM mcp_server s LEFT JOIN mcp_address a ON a.server_id = s.id AND a.audience = $2 WHERE s.id = $1`,
  columns: {
    id: "text",
    projectId: "text",
    name: "text",
    authConfigIds: "text[]?",
    toolkits: "text[]?",
    allowedTools: "text[]?",
    managedAuth: "bool",
    addressKey: "text?",
    toolTexts: narrowed<Prisma.JsonObject>()("jsonb"),
    defaultResponse: narrowed<Prisma.JsonObject | null>()("jsonb?"),
    lastUsedAt: "timestamptz?",
    createdAt: "timestamptz",
    updatedAt: "timestamptz",
    generation: "int4",
  },
});

/** As `findAddressedServer`, but always from the database. */
export async function readAddressedServer(id: string, audience: string): Promise<AddressedServer | null> {
  const [row] = await rowsOf(ADDRESSED, [id, audience]);
  if (!row) return null;
  const { authConfigIds, toolkits, allowedTools } = row;
  // As Prisma reads them: columns with lists can be null.
  return Object.freeze({
    ...row,
    authConfigIds: authConfigIds ?? [],
    toolkits: toolkits ?? [],
    allowedTools: allowedTools ?? [],
  });
}

/**
 * The server behind an address, in whatever project: the address contains the credential.
 * @param audience as `audienceHash` returns it
 */
export async function findAddressedServer(id: string, audience: string): Promise<AddressedServer | null> {
  const { cache } = state();
  const key = `${id} ${audience}`;
  const cachedServer = cache.getIf(isListening(SERVERS_CHANNEL), key);
  if (cachedServer) return cachedServer;
  const before = state().changes;
  const server = await readAddressedServer(id, audience);
  // A change that was announced while the row was read can be missing from it.
  if (server && isListening(SERVERS_CHANNEL) && before === state().changes) cache.set(key, server);
  return server;
}

/** MCP servers and their signed addresses, with when they were last used. */
import type { z } from "zod";
import type { McpAddress } from "@/generated/prisma/client";
import { type Cursor, type Page, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { db, type Prisma } from "@/lib/kernel/database/db";
import type { mcpAddressesApi } from "../addresses/contract";
import { flushMcpUses } from "./record-mcp-use";
import type { listedMcpServersApi } from "./listed-servers.contract";
import { countTools } from "../tools/offered-tools";
import { type McpServer, requireServer } from "./servers";

type Search = { cursor?: string | undefined; limit: number; search?: string | undefined };
type ListedServer = z.output<typeof listedMcpServersApi.listMcpServersWithUse.response>["items"][number];
type ListedAddress = z.output<typeof mcpAddressesApi.listMcpAddresses.response>["items"][number];

/** Addresses that were ended and not made again do not count. */
const WORKING = { madeAt: { not: null } } satisfies Prisma.McpAddressWhereInput;
const COUNTS = { _count: { select: { instances: true, addresses: { where: WORKING } } } } as const;
type ServerWithCounts = McpServer & { _count: { instances: number; addresses: number } };

const toListed = ({ _count, ...server }: ServerWithCounts): ListedServer => ({
  id: server.id,
  name: server.name,
  toolkits: server.toolkits,
  allowed_tools: server.allowedTools.length,
  addresses: _count.addresses,
  users: _count.instances,
  last_used_at: server.lastUsedAt?.toISOString() ?? null,
  created_at: server.createdAt.toISOString(),
  updated_at: server.updatedAt.toISOString(),
});

const after = ({ time: time, id }: Cursor) => ({
  OR: [{ createdAt: { lt: new Date(time) } }, { createdAt: new Date(time), id: { lt: id } }],
});

/** The project's servers, newest first. @throws ApiError BadRequest for a foreign cursor */
export async function listServersWithUse(
  projectId: string,
  { limit, search, ...more }: Search,
): Promise<Page<ListedServer>> {
  const cursor = readCursor(more.cursor);
  await flushMcpUses();
  const where: Prisma.McpServerWhereInput = {
    projectId,
    ...(search && {
      OR: [
        { name: { contains: search, mode: "insensitive" } },
        { id: search },
        { toolkits: { has: search.toLowerCase() } },
      ],
    }),
  };
  const [rows, total] = await Promise.all([
    db.mcpServer.findMany({
      where: cursor ? { AND: [where, after(cursor)] } : where,
      include: COUNTS,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.mcpServer.count({ where }),
  ]);
  return toPage(rows.map(toListed), total, limit, cursor, ({ created_at: time, id }) => ({ time: time, id }));
}

/** @throws ApiError NotFound */
export async function getServerWithUse(projectId: string, id: string) {
  await flushMcpUses();
  const server = await requireServer(projectId, id);
  const addresses = await db.mcpAddress.count({ where: { projectId, serverId: id, ...WORKING } });
  const { tools, aboutTokens } = await countTools(projectId, server);
  const listedServer = toListed({ ...server, _count: { instances: server.instances, addresses } });
  return { ...listedServer, tools, about_tokens: aboutTokens };
}

const toListedAddress = ({ userId, accountIds, createdAt, lastUsedAt }: McpAddress): ListedAddress => ({
  user_id: userId,
  connected_account_ids: accountIds,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});

/**
 * The signed addresses of a server that work, newest first; the addresses themselves are secrets, and `generate`
 * returns them.
 * @throws ApiError NotFound; BadRequest for a foreign cursor
 */
export async function listAddresses(
  projectId: string,
  serverId: string,
  { limit, search, ...more }: Search,
): Promise<Page<ListedAddress>> {
  await requireServer(projectId, serverId);
  const cursor = readCursor(more.cursor);
  await flushMcpUses();
  const where: Prisma.McpAddressWhereInput = {
    projectId,
    serverId,
    ...WORKING,
    ...(search && { OR: [{ userId: { contains: search, mode: "insensitive" } }, { accountIds: { has: search } }] }),
  };
  const [rows, total] = await Promise.all([
    db.mcpAddress.findMany({
      where: cursor
        ? {
            AND: [
              where,
              {
                OR: [
                  { createdAt: { lt: new Date(cursor.time) } },
                  { createdAt: new Date(cursor.time), audience: { lt: cursor.id } },
                ],
              },
            ],
          }
        : where,
      orderBy: [{ createdAt: "desc" }, { audience: "desc" }],
      take: limit + 1,
    }),
    db.mcpAddress.count({ where }),
  ]);
  const { items, ...counts } = toPage(rows, total, limit, cursor, ({ createdAt, audience }) => ({
    time: createdAt.toISOString(),
    id: audience,
  }));
  return { ...counts, items: items.map(toListedAddress) };
}

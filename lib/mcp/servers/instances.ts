/** The users of an MCP server. */
import { randomUUID } from "node:crypto";
import type { McpInstance } from "@/generated/prisma/client";
import { deleteAccount } from "@/lib/connected-accounts/manage/delete-account";
import { listAccounts } from "@/lib/connected-accounts/accounts/list-accounts";
import { now } from "@/lib/kernel/time/clock";
import { db, isUniqueViolation, type Prisma } from "@/lib/kernel/database/db";
import { endGrants } from "@/lib/oauth-server/grants";
import { ApiError } from "@/lib/kernel/errors";
import { toAudience } from "../addresses/audience";
import { type McpServer, type PageOf, requireServer } from "./servers";
import { endAddress } from "../addresses/signed-addresses";

export type { McpInstance };

export type InstanceFilter = {
  search?: string;
  orderBy: "createdAt" | "updatedAt";
  direction: "asc" | "desc";
  page: number;
  limit: number;
};

const MAX_ACCOUNTS = 1000;

/** @throws ApiError NotFound for an unknown server */
export async function listInstances(
  projectId: string,
  serverId: string,
  { search, orderBy, direction, page, limit }: InstanceFilter,
): Promise<PageOf<McpInstance> & { server: McpServer }> {
  const server = await requireServer(projectId, serverId);
  const where: Prisma.McpInstanceWhereInput = {
    projectId,
    serverId,
    ...(search && { OR: [{ userId: { contains: search, mode: "insensitive" } }, { id: { contains: search } }] }),
  };
  const [items, total] = await Promise.all([
    db.mcpInstance.findMany({
      where,
      orderBy: [{ [orderBy]: direction }, { id: direction }],
      skip: (page - 1) * limit,
      take: limit,
    }),
    db.mcpInstance.count({ where }),
  ]);
  return { items, totalPages: Math.ceil(total / limit), page, server };
}

async function assertConnected(projectId: string, server: McpServer, userId: string): Promise<void> {
  if (server.authConfigIds.length === 0) return;
  const { items } = await listAccounts(projectId, {
    userIds: [userId],
    authConfigIds: server.authConfigIds,
    statuses: ["ACTIVE"],
    accountType: "ALL",
    orderBy: "createdAt",
    direction: "desc",
    limit: MAX_ACCOUNTS,
  });
  const missing = server.authConfigIds.filter(
    (id) => !items.some((account) => account.enabled && account.authConfigId === id),
  );
  if (missing.length === 0) return;
  throw new ApiError("Forbidden", `The user ${userId} has no active account for ${missing.join(", ")}.`, {
    suggestedFix: `Connect the user with POST /api/v3/connected_accounts/link and auth_config_id ${missing[0]}.`,
  });
}

/**
 * @throws ApiError NotFound; Forbidden if the user lacks an account for an auth config; Conflict if the server already
 *   has the user
 */
export async function createInstance(projectId: string, serverId: string, userId: string): Promise<McpInstance> {
  await assertConnected(projectId, await requireServer(projectId, serverId), userId);
  try {
    return await db.mcpInstance.create({
      data: { id: randomUUID(), projectId, serverId, userId, createdAt: now(), updatedAt: now() },
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new ApiError("Conflict", `The MCP server already has the user ${userId}.`, {
        errors: ["user_id: is taken"],
        suggestedFix: "Nothing is left to do.",
        cause: error,
      });
    throw error;
  }
}

/** Deletes the user's accounts of the server's auth configs, and returns how many it deleted. */
async function deleteAccounts(projectId: string, { authConfigIds }: McpServer, userId: string): Promise<number> {
  if (authConfigIds.length === 0) return 0;
  for (let deleted = 0; ; ) {
    const { items } = await listAccounts(projectId, {
      userIds: [userId],
      authConfigIds,
      accountType: "ALL",
      orderBy: "createdAt",
      direction: "desc",
      limit: MAX_ACCOUNTS,
    });
    for (const { id } of items) await deleteAccount(projectId, id, false);
    deleted += items.length;
    if (items.length < MAX_ACCOUNTS) return deleted;
  }
}

/**
 * Removes a user, ends the user's signed address and connected clients, and deletes the user's accounts of the server's
 * auth configs. The user is removed last, so that a second call can finish after a crash.
 * @returns how many accounts were deleted
 * @throws ApiError NotFound
 */
export async function deleteInstance(projectId: string, serverId: string, userId: string): Promise<number> {
  const server = await requireServer(projectId, serverId);
  const where = { projectId, serverId, userId };
  if (!(await db.mcpInstance.findFirst({ where, select: { id: true } })))
    throw new ApiError("NotFound", `The MCP server has no user ${userId}.`, {
      suggestedFix: `List its users with GET /api/v3/mcp/servers/${serverId}/instances.`,
    });
  await endAddress(projectId, serverId, toAudience(userId, []));
  await endGrants(projectId, { serverId, userId });
  const deleted = await deleteAccounts(projectId, server, userId);
  await db.mcpInstance.deleteMany({ where });
  return deleted;
}

/** Checks whether a client ever used an MCP server of a project. */
import { db } from "@/lib/kernel/database/db";

export const isServerUsed = async (projectId: string): Promise<boolean> =>
  (await db.mcpServer.findFirst({ where: { projectId, lastUsedAt: { not: null } }, select: { id: true } })) !== null;

/** MCP servers: creates, finds, lists, changes and deletes them. */
import { randomUUID } from "node:crypto";
import type { McpServer } from "@/generated/prisma/client";
import { now } from "@/lib/kernel/time/clock";
import type { ResponseShape } from "@/lib/contract/response-shape";
import { db, isUniqueViolation, Prisma } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { announceServer } from "./announce-server";
import { forgetServer } from "./addressed-server";
import { checkTargets, toolkitsOfConfigs, type Targets } from "./check-targets";

export type { McpServer };

export type CountedServer = McpServer & { instances: number };

export type ServerFilter = {
  name?: string;
  toolkits?: string[];
  authConfigIds?: string[];
  orderBy: "createdAt" | "updatedAt";
  direction: "asc" | "desc";
  /** From 1. */
  page: number;
  limit: number;
};

export type PageOf<T> = { items: T[]; totalPages: number; page: number };

export const unknownServer = (id: string) =>
  new ApiError("NotFound", `There is no MCP server ${id} in this project.`, {
    suggestedFix: "List the servers with GET /api/v3/mcp/servers and use the id of one of them.",
  });

const WITH_COUNTS = { _count: { select: { instances: true } } } as const;
const toCounted = ({ _count, ...server }: McpServer & { _count: { instances: number } }): CountedServer => ({
  ...server,
  instances: _count.instances,
});

async function uniquely<T>(name: string | undefined, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ApiError("Conflict", `The project already has an MCP server named ${name}.`, {
      errors: ["name: is taken"],
      suggestedFix: "Choose another name, or change the server with PATCH /api/v3/mcp/{id}.",
      cause: error,
    });
  }
}

type NewServer = { name: string; managedAuth: boolean; defaultResponse?: ResponseShape };

/** @throws ApiError as `checkTargets`; Conflict for a name that is taken */
export async function createServer(
  projectId: string,
  { name, managedAuth, defaultResponse, ...input }: Targets & NewServer,
): Promise<CountedServer> {
  const targets = await checkTargets(projectId, input);
  // A random UUID (version 4): if the project requires no key, knowing the id is enough to call.
  const row = { id: randomUUID(), projectId, name, managedAuth, ...targets, createdAt: now(), updatedAt: now() };
  const data = { ...row, ...(defaultResponse && { defaultResponse }) };
  return { ...(await uniquely(name, db.mcpServer.create({ data }))), instances: 0 };
}

/** @throws ApiError NotFound, for another project's server too */
export async function requireServer(projectId: string, id: string): Promise<CountedServer> {
  const server = await db.mcpServer.findFirst({ where: { id, projectId }, include: WITH_COUNTS });
  if (!server) throw unknownServer(id);
  return toCounted(server);
}

/** Servers that fit all parts of the filter, and contain the toolkit if the filter names a toolkit. */
export async function listServers(
  projectId: string,
  { orderBy, direction, page, limit, ...filter }: ServerFilter,
  toolkit?: string,
): Promise<PageOf<CountedServer>> {
  const where: Prisma.McpServerWhereInput = {
    projectId,
    ...(toolkit !== undefined && { AND: { toolkits: { has: toolkit } } }),
    ...(filter.name && { name: { contains: filter.name, mode: "insensitive" } }),
    ...(filter.toolkits && { toolkits: { hasSome: filter.toolkits } }),
    ...(filter.authConfigIds && { authConfigIds: { hasSome: filter.authConfigIds } }),
  };
  const [rows, total] = await Promise.all([
    db.mcpServer.findMany({
      where,
      include: WITH_COUNTS,
      orderBy: [{ [orderBy]: direction }, { id: direction }],
      skip: (page - 1) * limit,
      take: limit,
    }),
    db.mcpServer.count({ where }),
  ]);
  return { items: rows.map(toCounted), totalPages: Math.ceil(total / limit), page };
}

export type ServerChange = Partial<Targets> & {
  name?: string | undefined;
  managedAuth?: boolean | undefined;
  /** Null removes it. */
  defaultResponse?: ResponseShape | null | undefined;
};

/** The toolkits that stay if only the auth configs change: without those of removed auth configs. */
async function keptToolkits(
  projectId: string,
  server: McpServer,
  authConfigIds: string[] | undefined,
): Promise<string[]> {
  const removedIds = server.authConfigIds.filter((id) => authConfigIds && !authConfigIds.includes(id));
  const theirs = await toolkitsOfConfigs(projectId, removedIds);
  return server.toolkits.filter((slug) => !theirs.includes(slug));
}

/**
 * Changes the given fields. The whole server is checked against the project and the catalog again, and once more if
 * another change came between.
 * @throws ApiError NotFound; as `checkTargets`; Conflict for a name that is taken
 */
export async function updateServer(
  projectId: string,
  id: string,
  { name, managedAuth, defaultResponse, ...change }: ServerChange,
): Promise<CountedServer> {
  const server = await requireServer(projectId, id);
  const targets =
    Object.values(change).some((value) => value !== undefined) &&
    (await checkTargets(projectId, {
      authConfigIds: change.authConfigIds ?? server.authConfigIds,
      toolkits: change.toolkits ?? (await keptToolkits(projectId, server, change.authConfigIds)),
      allowedTools: change.allowedTools ?? server.allowedTools,
    }));
  const data = {
    ...targets,
    ...(name !== undefined && { name }),
    ...(managedAuth !== undefined && { managedAuth }),
    ...(defaultResponse !== undefined && { defaultResponse: defaultResponse ?? Prisma.DbNull }),
    updatedAt: now(),
  };
  const { count } = await uniquely(
    name,
    db.mcpServer.updateMany({ where: { id, projectId, updatedAt: server.updatedAt }, data }),
  );
  if (count === 0) return updateServer(projectId, id, { name, managedAuth, defaultResponse, ...change });
  forgetServer(id);
  await announceServer(db, id);
  return requireServer(projectId, id);
}

/** @throws ApiError NotFound */
export async function deleteServer(projectId: string, id: string): Promise<void> {
  const { count } = await db.mcpServer.deleteMany({ where: { id, projectId } });
  if (count === 0) throw unknownServer(id);
  forgetServer(id);
  await announceServer(db, id);
}

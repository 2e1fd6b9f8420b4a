/** MCP servers as they are copied to another project: their tools and texts, without addresses, users and clients. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ResponseShape } from "@/lib/contract/response-shape";
import { findTool } from "@/lib/catalog/read/find-tool";
import { db, Prisma, type Db } from "@/lib/kernel/database/db";
import type { StoredCopy } from "@/lib/kernel/database/stored-copy";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { assertTextsFit, type ToolText } from "../tools/tool-text";
import { announceServer } from "./announce-server";
import { checkTargets } from "./check-targets";
import type { McpServer } from "./servers";

export type McpServerCopy = {
  id: string;
  name: string;
  authConfigIds: string[];
  toolkits: string[];
  allowedTools: string[];
  managedAuth: boolean;
  /** By the slugs of tools. */
  toolTexts: Readonly<Record<string, ToolText>>;
  defaultResponse?: ResponseShape | undefined;
};

/** The MCP servers of a project, in no order. @param most rows */
export async function findMcpServerCopies(projectId: string, most: number): Promise<McpServerCopy[]> {
  const rows = await db.mcpServer.findMany({ where: { projectId }, orderBy: { id: "asc" }, take: most });
  return rows.map(({ id, name, authConfigIds, toolkits, allowedTools, managedAuth, toolTexts, defaultResponse }) => ({
    ...{ id, name, authConfigIds, toolkits, allowedTools, managedAuth },
    toolTexts: (toolTexts ?? {}) as Record<string, ToolText>,
    ...(defaultResponse && { defaultResponse: defaultResponse as ResponseShape }),
  }));
}

/** If two tools had one name, a call could mean either tool. @throws ApiError BadRequest */
async function assertNamesDiffer(projectId: string, texts: McpServerCopy["toolTexts"]): Promise<void> {
  const names = new Set<string>();
  for (const [slug, { name }] of Object.entries(texts)) {
    if (name === undefined) continue;
    const tool = await findTool(projectId, name);
    if (names.has(name) || (tool && tool.slug !== slug))
      throw new ApiError("BadRequest", `tools.${slug}.name: ${name} is what clients call another tool by.`, {
        suggestedFix: "Choose a name that no other tool has.",
      });
    names.add(name);
  }
}

/**
 * Checks a copy against the catalog. Its auth configs are those of the project that it comes from.
 * @returns it with the slugs as the catalog writes them
 * @throws ApiError BadRequest for an unknown toolkit or tool, for texts that are too long, and for a name of two tools
 */
export async function checkMcpServerCopy(projectId: string, copy: McpServerCopy): Promise<McpServerCopy> {
  const { toolkits, allowedTools } = await checkTargets(projectId, { ...copy, authConfigIds: [] });
  assertTextsFit(copy.toolTexts);
  await assertNamesDiffer(projectId, copy.toolTexts);
  return { ...copy, toolkits, allowedTools };
}

const toSorted = (texts: unknown): unknown =>
  Object.entries((texts ?? {}) as Record<string, ToolText>)
    .map(([slug, { name, description }]) => [slug, name ?? null, description ?? null])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));

const isSame = (server: McpServer, data: Omit<McpServerCopy, "id">): boolean =>
  server.name === data.name &&
  server.managedAuth === data.managedAuth &&
  (["authConfigIds", "toolkits", "allowedTools"] as const).every(
    (name) => JSON.stringify(server[name]) === JSON.stringify(data[name]),
  ) &&
  isDeepStrictEqual(server.defaultResponse ?? undefined, data.defaultResponse) &&
  JSON.stringify(toSorted(server.toolTexts)) === JSON.stringify(toSorted(data.toolTexts));

/**
 * Stores a checked copy.
 * @param id of the server that it became before; null for a new one
 * @throws ApiError Conflict for a name that another server of the project has
 */
export async function storeMcpServerCopy(
  tx: Db,
  projectId: string,
  { id: _, defaultResponse, ...rest }: McpServerCopy,
  id: string | null,
): Promise<StoredCopy> {
  const data = { ...rest, defaultResponse: defaultResponse ?? Prisma.DbNull };
  const server = id === null ? null : await tx.mcpServer.findFirst({ where: { projectId, id } });
  if (server && isSame(server, { ...rest, defaultResponse })) return { id: server.id, change: "unchanged" };
  const other = await tx.mcpServer.findFirst({
    where: { projectId, name: data.name, ...(server && { NOT: { id: server.id } }) },
    select: { id: true },
  });
  if (other)
    throw new ApiError("Conflict", `The project has another MCP server named ${data.name}: ${other.id}.`, {
      suggestedFix: "Rename one of them, in the project or in the file.",
    });
  if (!server) {
    const newServerId = randomUUID();
    const times = { createdAt: now(), updatedAt: now() };
    await tx.mcpServer.create({ data: { ...data, ...times, id: newServerId, projectId } });
    return { id: newServerId, change: "created" };
  }
  await tx.mcpServer.update({ where: { id: server.id, projectId }, data: { ...data, updatedAt: now() } });
  await announceServer(tx, server.id);
  return { id: server.id, change: "updated" };
}

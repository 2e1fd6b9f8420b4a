/** The list of a project's files. */
import type { z } from "zod";
import { readCursor, toPage, type Page } from "@/lib/kernel/database/cursor";
import { db } from "@/lib/kernel/database/db";
import type { FileRow } from "./contract";

export type FileSearch = { toolkitSlug?: string; toolSlug?: string; cursor?: string | null; limit: number };

/**
 * A page of files, newest first.
 * @throws ApiError BadRequest for a foreign cursor
 */
export async function findFiles(
  projectId: string,
  { toolkitSlug, toolSlug, cursor: text, limit }: FileSearch,
): Promise<Page<z.output<typeof FileRow>>> {
  const cursor = readCursor(text);
  const time = cursor && new Date(cursor.time);
  const where = {
    projectId,
    ...(toolkitSlug && { toolkitSlug: toolkitSlug.toLowerCase() }),
    ...(toolSlug && { toolSlug: toolSlug.toUpperCase() }),
  };
  const after = cursor && time ? { OR: [{ createdAt: { lt: time } }, { createdAt: time, id: { lt: cursor.id } }] } : {};
  const [rows, total] = await Promise.all([
    db.storedFile.findMany({
      where: { ...where, ...after },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: limit + 1,
    }),
    db.storedFile.count({ where }),
  ]);
  const page = toPage(rows, total, limit, cursor, (row) => ({ time: row.createdAt.toISOString(), id: row.id }));
  return {
    ...page,
    items: page.items.map((row) => ({
      toolkit_slug: row.toolkitSlug,
      tool_slug: row.toolSlug,
      filename: row.name,
      mimetype: row.mimetype,
      md5: row.md5,
      key: row.key,
      ...(row.size !== null && { size: Number(row.size) }),
      created_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
    })),
  };
}

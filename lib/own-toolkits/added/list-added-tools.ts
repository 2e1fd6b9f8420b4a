/** Reads the tools that a project added to toolkits. */
import type { z } from "zod";
import { findKnownTools } from "@/lib/catalog/read/find-known-tools";
import { isAdded } from "@/lib/catalog/read/own-names";
import { db, type Prisma } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import type { addedToolsApi } from "./contract";

type Row = Prisma.AddedToolGetPayload<object>;
type ListItem = z.input<typeof addedToolsApi.listAddedTools.response>["items"][number];
export type AddedToolWire = z.input<typeof addedToolsApi.getAddedTool.response>;

const unknownAddition = (slug: string): ApiError =>
  new ApiError("NotFound", `The project has added no tool ${JSON.stringify(slug)}.`, {
    suggestedFix: "List them with GET /api/v3/internal/patchbay/added_tools.",
  });

const toListItem = (row: Omit<Row, "definition">, offeredSlugs: ReadonlySet<string>): ListItem => ({
  slug: row.slug,
  toolkit_slug: row.toolkitSlug,
  name: row.name,
  offered: offeredSlugs.has(row.slug),
  revision: row.revision,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/** Those of the slugs that mean the added tools themselves. */
async function findOffered(projectId: string, slugs: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await findKnownTools(projectId, slugs)).filter(isAdded).map(({ slug }) => slug));
}

/** By slug, without their definitions. @param toolkitSlug only those of this toolkit */
export async function listAddedTools(projectId: string, toolkitSlug: string | undefined): Promise<ListItem[]> {
  const rows = await db.addedTool.findMany({
    where: { projectId, ...(toolkitSlug !== undefined && { toolkitSlug }) },
    omit: { definition: true },
    orderBy: { slug: "asc" },
  });
  const offeredSlugs = await findOffered(
    projectId,
    rows.map(({ slug }) => slug),
  );
  return rows.map((row) => toListItem(row, offeredSlugs));
}

/** @throws ApiError NotFound */
export async function requireAddedTool(projectId: string, slug: string): Promise<Row> {
  const row = await db.addedTool.findUnique({ where: { projectId_slug: { projectId, slug } } });
  if (!row) throw unknownAddition(slug);
  return row;
}

/** @throws ApiError NotFound, for another project's too */
export async function getAddedTool(projectId: string, slug: string): Promise<AddedToolWire> {
  const row = await requireAddedTool(projectId, slug);
  return { ...toListItem(row, await findOffered(projectId, [slug])), tool: row.definition as Record<string, unknown> };
}

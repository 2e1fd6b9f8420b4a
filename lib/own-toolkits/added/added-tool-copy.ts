/** The tools that a project added to toolkits, as they are copied to another project. */
import { isDeepStrictEqual } from "node:util";
import { db } from "@/lib/kernel/database/db";
import type { StoredCopy } from "@/lib/kernel/database/stored-copy";
import { ApiError } from "@/lib/kernel/errors";
import { compileFreeTool, createAddedTool, replaceAddedTool, withSlug } from "./create-added-tool";

export type AddedToolCopy = { slug: string; toolkitSlug: string; definition: Readonly<Record<string, unknown>> };
type AddedToolCopies = {
  items: AddedToolCopy[];
  /** Slugs of the tools for which there is no room. */
  leftOut: string[];
};
export type CheckedAddition = { copy: AddedToolCopy; change: StoredCopy["change"] };

/** With the slug in the definition, where a person can have left it out. */
const toCopy = ({ slug, toolkitSlug, definition }: { slug: string; toolkitSlug: string; definition: unknown }) => ({
  ...{ slug, toolkitSlug, definition: withSlug(definition as AddedToolCopy["definition"], slug, toolkitSlug) },
});

/** In the order of slugs. @param most characters of all definitions */
export async function findAddedToolCopies(projectId: string, most: number): Promise<AddedToolCopies> {
  const rows = await db.addedTool.findMany({
    where: { projectId },
    select: { slug: true, toolkitSlug: true, definition: true },
    orderBy: { slug: "asc" },
  });
  const copies: AddedToolCopies = { items: [], leftOut: [] };
  let room = most;
  for (const row of rows) {
    const copy = toCopy(row);
    const { length } = JSON.stringify(copy.definition);
    if (length > room) copies.leftOut.push(row.slug);
    else copies.items.push(copy);
    room -= Math.min(length, room);
  }
  return copies;
}

/**
 * Checks a copy against the project, and compiles it. Nothing is stored.
 * @throws ApiError as `createAddedTool`; Conflict for a tool of another toolkit with the same slug
 */
export async function checkAddedToolCopy(projectId: string, asWritten: AddedToolCopy): Promise<CheckedAddition> {
  const copy = toCopy(asWritten);
  const { slug, toolkitSlug, definition } = copy;
  const prefix = `${toolkitSlug.toUpperCase()}_`;
  if (!slug.startsWith(prefix))
    throw new ApiError("Unprocessable", `${slug} is not the slug of a tool of ${toolkitSlug}.`, {
      suggestedFix: `Let it begin with ${prefix}.`,
    });
  const row = await db.addedTool.findUnique({ where: { projectId_slug: { projectId, slug } } });
  if (row && row.toolkitSlug !== toolkitSlug)
    throw new ApiError("Conflict", `The project has added ${slug} to the toolkit ${row.toolkitSlug}.`, {
      suggestedFix: "Delete one of the two.",
    });
  if (row && isDeepStrictEqual(toCopy(row), copy)) return { copy, change: "unchanged" };
  await compileFreeTool(projectId, toolkitSlug, definition);
  return { copy, change: row ? "updated" : "created" };
}

/** Stores a checked copy. @throws ApiError as `createAddedTool` */
export async function storeAddedToolCopy(
  projectId: string,
  { copy, change }: CheckedAddition,
  createdBy: string,
): Promise<void> {
  const { slug, toolkitSlug, definition } = copy;
  if (change === "unchanged") return;
  if (change === "updated") await replaceAddedTool(projectId, slug, { tool: definition });
  else await createAddedTool(projectId, { toolkit_slug: toolkitSlug, tool: definition }, createdBy);
}

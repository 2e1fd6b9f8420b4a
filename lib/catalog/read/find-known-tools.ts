/** Finds many whole tools by their slugs, from memory if possible: for lists that are requested repeatedly. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { overridesOf } from "../overrides/project-overrides";
import { catalog, type CatalogTool } from "./catalog";
import { isEverybodysOrOwn } from "./own-names";
import { TOOL_COLUMNS, toolColumns } from "./toolkit-columns";

const OF_TOOLKITS = statement({
  name: "catalog.toolkit-slugs",
  text: `SELECT slug FROM tool
    WHERE is_latest AND NOT deprecated AND toolkit_slug = ANY($1) AND ${isEverybodysOrOwn("$2")} ORDER BY rank, slug`,
  columns: { slug: "text" },
});
/** The number of tools of all toolkits that are returned by their hints. */
const MOST_TAGGED = 500;
const OF_TAGS = statement({
  name: "catalog.tagged-slugs",
  text: `SELECT slug FROM tool
    WHERE is_latest AND NOT deprecated AND tags && $1::text[] AND NOT run ? 'builtin' AND ${isEverybodysOrOwn("$2")}
    ORDER BY rank, slug LIMIT ${MOST_TAGGED}`,
  columns: { slug: "text" },
});
const TAGS = statement({
  name: "catalog.tags",
  text: `SELECT DISTINCT unnest(tags) AS tag FROM tool
    WHERE is_latest AND NOT deprecated AND ($1::text[] IS NULL OR toolkit_slug = ANY($1)) AND ${isEverybodysOrOwn("$2")}
    ORDER BY tag LIMIT ${MOST_TAGGED}`,
  columns: { tag: "text" },
});
const BY_NAMES = statement({
  name: "catalog.known-tools",
  text: `SELECT ${TOOL_COLUMNS} FROM tool WHERE is_latest AND ${isEverybodysOrOwn("$2")}
      AND (slug = ANY($1) OR aliases && $1::text[]) ORDER BY slug`,
  columns: toolColumns,
});

async function offeredSlugs(projectId: string, rows: readonly { slug: string }[]): Promise<string[]> {
  const slugs = new Set(rows.map(({ slug }) => slug));
  for (const slug of (await overridesOf(projectId)).hidden) slugs.delete(slug);
  return [...slugs];
}

/** Slugs of the latest tools of these toolkits, the most important first, without deprecated tools. */
export async function findToolkitSlugs(projectId: string, toolkitSlugs: readonly string[]): Promise<string[]> {
  return offeredSlugs(projectId, await rowsOf(OF_TOOLKITS, [toolkitSlugs, projectId]));
}

/** Slugs of the latest tools of all toolkits with one of these hints: the most important, without meta tools. */
export async function findTaggedSlugs(projectId: string, tags: readonly string[]): Promise<string[]> {
  return offeredSlugs(projectId, await rowsOf(OF_TAGS, [tags, projectId]));
}

/** The tags of the latest tools of these toolkits, or of all, in the order of letters. */
export async function findTags(projectId: string, toolkitSlugs: readonly string[] | undefined): Promise<string[]> {
  const rows = await rowsOf(TAGS, [toolkitSlugs ?? null, projectId]);
  return rows.map(({ tag }) => tag);
}

/**
 * The latest tools with these slugs or aliases as the project offers them, in the order of the slugs; missing and
 * hidden tools are left out.
 */
export async function findKnownTools(projectId: string, slugs: readonly string[]): Promise<CatalogTool[]> {
  const { tools } = await catalog();
  const bySlug = new Map(slugs.map((slug) => [slug, tools.get(`${slug}@latest`)]));
  const missing = slugs.filter((slug) => bySlug.get(slug) === undefined);
  if (missing.length > 0) {
    const rows = await rowsOf(BY_NAMES, [missing.map((slug) => slug.toUpperCase()), projectId]);
    const byName = new Map<string, CatalogTool>();
    for (const row of rows) for (const alias of row.aliases) byName.set(alias, byName.get(alias) ?? row);
    for (const row of rows) byName.set(row.slug, row);
    for (const slug of missing) {
      const row = byName.get(slug.toUpperCase());
      if (!row) continue;
      bySlug.set(slug, row);
      if (row.projectId === null) tools.set(`${slug}@latest`, row);
    }
  }
  const overrides = await overridesOf(projectId);
  return overrides.applyAll(slugs.flatMap((slug) => bySlug.get(slug) ?? []));
}

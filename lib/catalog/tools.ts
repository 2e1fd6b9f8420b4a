/** Finding tools. */
import { type Page, readCursor, toPage } from "@/lib/kernel/cursor";
import { queryRows } from "@/lib/kernel/db";
import { ApiError } from "@/lib/kernel/errors";
import { allToolSlugs, catalogue, TOOL_COLUMNS, type Catalogue, type CatalogueTool } from "./catalogue";
import { nearest } from "./near-names";
import { versionOf, type ToolkitVersions } from "./tool-version";

export type ToolFilter = {
  toolkitSlugs?: string[] | undefined;
  toolSlugs?: string[] | undefined;
  /** Words to look for in slug, name and description. */
  search?: string | undefined;
  tags?: string[] | undefined;
  scopes?: string[] | undefined;
  important?: boolean | undefined;
  includeDeprecated?: boolean | undefined;
  versions?: ToolkitVersions | undefined;
  cursor?: string | undefined;
  limit: number;
};

const FIND_ONE = `SELECT ${TOOL_COLUMNS} FROM tool
  WHERE (slug = $1 OR aliases @> ARRAY[$1]) AND (project_id IS NULL OR project_id = $2) AND CASE WHEN $3 = 'latest' THEN is_latest ELSE version = $3 END
  ORDER BY (slug = $1) DESC, project_id NULLS LAST LIMIT 1`;

/** A tool that was used before, without waiting for anything; undefined when it must be read. */
const cached = (held: Catalogue, projectId: string, key: string): CatalogueTool | undefined => held.tools.get(key) ?? held.tools.get(`${projectId}/${key}`);

/** The tool with this slug or alias, in a version or the latest one; null when there is none. */
export async function findTool(projectId: string, slug: string, version = "latest"): Promise<CatalogueTool | null> {
  const held = await catalogue();
  const known = cached(held, projectId, `${slug}@${version}`);
  if (known) return known;
  const [tool] = await queryRows<CatalogueTool>("catalog.tool", FIND_ONE, [slug.toUpperCase(), projectId, version === "" ? "latest" : version]);
  if (!tool) return null;
  held.tools.set(`${tool.projectId === null ? "" : `${tool.projectId}/`}${slug}@${version}`, tool);
  return tool;
}

/**
 * The tool with this slug or alias; what execution calls for each request, a few microseconds once it is known.
 * @param version a toolkit version such as `20260105_00`, or `latest`
 * @throws ApiError NotFound with similar slugs, or with the versions there are
 */
export async function requireTool(projectId: string, slug: string, version = "latest"): Promise<CatalogueTool> {
  const tool = await findTool(projectId, slug, version);
  if (tool) return tool;
  const latest = version === "latest" ? null : await findTool(projectId, slug);
  if (latest) {
    const versions = (await catalogue()).toolkits.get(latest.toolkitSlug)?.availableVersions ?? [latest.version];
    throw new ApiError("NotFound", `The tool ${latest.slug} has no version ${JSON.stringify(version)}.`, { suggestedFix: `Use latest or one of: ${versions.join(", ")}.` });
  }
  const near = nearest(slug, await allToolSlugs(), 5);
  throw new ApiError("NotFound", `There is no tool ${JSON.stringify(slug)}.`, { suggestedFix: near.length > 0 ? `Use one of: ${near.join(", ")}.` : "Search the tools to see which there are." });
}

/** The same, with versions given as the list operations take them. */
export async function requireToolOf(projectId: string, slug: string, versions: ToolkitVersions | undefined): Promise<CatalogueTool> {
  if (versions === undefined || typeof versions === "string") return requireTool(projectId, slug, versions);
  const tool = await requireTool(projectId, slug);
  const version = versionOf(versions, tool.toolkitSlug);
  return version === "latest" ? tool : requireTool(projectId, slug, version);
}

const like = (word: string): string => `%${word.replace(/[\\%_]/g, "\\$&")}%`;

/** Builds the WHERE clause; every value is a parameter. */
function conditions(projectId: string, filter: ToolFilter): { where: string; rank: string; values: unknown[] } {
  const values: unknown[] = [projectId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const parts = ["(project_id IS NULL OR project_id = $1)", versionCondition(filter.versions, bind)];
  if (filter.toolkitSlugs) parts.push(`toolkit_slug = ANY(${bind(filter.toolkitSlugs)})`);
  if (filter.toolSlugs) {
    const list = bind(filter.toolSlugs);
    parts.push(`(slug = ANY(${list}) OR aliases && ${list}::text[])`);
  }
  if (filter.important !== undefined) parts.push(filter.important ? "important" : "NOT important");
  if (filter.tags) parts.push(`tags && ${bind(filter.tags)}::text[]`);
  if (filter.scopes) parts.push(`scopes && ${bind(filter.scopes)}::text[]`);
  if (!filter.includeDeprecated && !filter.toolSlugs) parts.push("NOT deprecated");
  const words = [...new Set((filter.search ?? "").toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1))].slice(0, 12);
  const scores = words.map((word) => {
    const pattern = bind(like(word));
    return `(CASE WHEN slug ILIKE ${pattern} THEN 4 WHEN name ILIKE ${pattern} THEN 3 WHEN description ILIKE ${pattern} THEN 1 ELSE 0 END)`;
  });
  const rank = scores.length > 0 ? `(${scores.join(" + ")})` : "0";
  // Half of the words must be found, so that a question in a whole sentence finds something too.
  if (scores.length > 0) parts.push(`(${scores.map((score) => `(${score} > 0)::int`).join(" + ")}) >= ${Math.ceil(words.length / 2)}`);
  return { where: parts.join(" AND "), rank, values };
}

function versionCondition(versions: ToolkitVersions | undefined, bind: (value: unknown) => string): string {
  if (versions === undefined || versions === "latest" || versions === "") return "is_latest";
  if (typeof versions === "string") return `version = ${bind(versions)}`;
  const pinned = Object.entries(versions).filter(([, version]) => version !== "latest" && version !== "");
  if (pinned.length === 0) return "is_latest";
  const slugs = bind(pinned.map(([slug]) => slug.toLowerCase()));
  const numbers = bind(pinned.map(([, version]) => version));
  return `(CASE WHEN toolkit_slug = ANY(${slugs}) THEN (toolkit_slug, version) IN (SELECT * FROM unnest(${slugs}::text[], ${numbers}::text[])) ELSE is_latest END)`;
}

/** Tools that fit all parts of the filter; a search gives the best fitting first, everything else is in order of slugs. */
export async function findTools(projectId: string, filter: ToolFilter): Promise<Page<CatalogueTool>> {
  const cursor = readCursor(filter.cursor);
  const { where, rank, values } = conditions(projectId, filter);
  const count = await queryRows<{ total: number }>("", `SELECT count(*)::int AS total FROM tool WHERE ${where}`, values);
  const place = cursor ? ` WHERE (-rank, slug) > ($${values.push(-Number(cursor.at))}::int, $${values.push(cursor.id)})` : "";
  const rows = await queryRows<CatalogueTool & { rank: number }>("",
    `SELECT * FROM (SELECT ${TOOL_COLUMNS}, ${rank} AS rank FROM tool WHERE ${where}) found${place} ORDER BY rank DESC, slug LIMIT $${values.push(filter.limit + 1)}`, values);
  return toPage(rows, count[0]?.total ?? 0, filter.limit, cursor, (row) => ({ at: String(row.rank), id: row.slug }));
}

/** Versions of every toolkit, newest first, with their number of tools. */
export const findVersions = (projectId: string): Promise<{ toolkitSlug: string; version: string; tools: number }[]> =>
  queryRows("catalog.versions", `SELECT toolkit_slug AS "toolkitSlug", version, count(*)::int AS tools FROM tool
    WHERE project_id IS NULL OR project_id = $1 GROUP BY toolkit_slug, version ORDER BY toolkit_slug, version DESC`, [projectId]);

/** Slugs of all tools, everybody's and the project's own. */
export async function findToolSlugs(projectId: string): Promise<string[]> {
  const own = await queryRows<{ slug: string }>("catalog.own-slugs", "SELECT slug FROM tool WHERE is_latest AND project_id = $1 ORDER BY slug", [projectId]);
  return [...(await allToolSlugs()), ...own.map((row) => row.slug)];
}

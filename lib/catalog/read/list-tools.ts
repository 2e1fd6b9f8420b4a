/** Lists of tools: which tools fit a filter, as rows or as the JSON texts that clients are sent. */
import { LRUCache } from "lru-cache";
import { type Cursor, type Page, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { rowsOf, rowsWhere, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { catalogue, ownSearchIndex, searchIndex, type CatalogueTool } from "./catalogue";
import { isOwnOfMany, type Place } from "./own-names";
import { rankTools } from "./rank-tools";
import { TOOL_COLUMNS, toolColumns } from "./rows";
import { findToolkit } from "./toolkits";
import type { ToolkitVersions } from "./tool-version";
import { toTool } from "./wire";

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

// Conditions, order and place are made of the filter. All of them stand behind one of these.
const RANKED = "tool JOIN unnest($1::text[], $2::int[]) AS ranked (ranked_slug, rank) ON ranked_slug = tool.slug";
const found = { id: "text", slug: "text", rank: "int4" } as const;
const counted = { total: "int4" } as const;
const LIST = {
  find: statement({ name: "catalog.find", text: "SELECT tool.id, tool.slug, 0 AS rank FROM tool", columns: found }),
  count: statement({ name: "catalog.count", text: "SELECT count(*)::int AS total FROM tool", columns: counted }),
};
const SEARCH = {
  find: statement({ name: "catalog.search", text: `SELECT tool.id, tool.slug, rank FROM ${RANKED}`, columns: found }),
  count: statement({
    name: "catalog.count-search",
    text: `SELECT count(*)::int AS total FROM ${RANKED}`,
    columns: counted,
  }),
};
const BY_IDS = statement({
  name: "catalog.tools-by-id",
  text: `SELECT id, ${TOOL_COLUMNS} FROM tool WHERE id = ANY($1)`,
  columns: { id: "text", ...toolColumns },
});

type Whose = "everybodys" | "own" | "both";

type Conditions = {
  statements: typeof LIST;
  /** The WHERE clause; each holds the project's place, so that the other parameters keep theirs. */
  where: (whose: Whose) => string;
  rank: string;
  values: unknown[];
};

/** Every value is a parameter. A search adds the ranks, found in memory, as a table. */
async function conditions(projectId: string, filter: ToolFilter): Promise<Conditions> {
  const values: unknown[] = isSearch(filter) ? await ranksOf(projectId, filter.search ?? "") : [];
  const bind = (value: unknown): Place => `$${values.push(value)}`;
  const project = bind(projectId);
  const own = isOwnOfMany(project);
  const whose = {
    everybodys: `(tool.project_id IS NULL AND ${project}::text IS NOT NULL)`,
    own,
    both: `(tool.project_id IS NULL OR ${own})`,
  };
  const parts = [versionCondition(filter.versions, bind)];
  // One toolkit, the usual wish, is read in the order of its own index.
  if (filter.toolkitSlugs?.length === 1) parts.push(`tool.toolkit_slug = ${bind(filter.toolkitSlugs[0])}`);
  else if (filter.toolkitSlugs) parts.push(`tool.toolkit_slug = ANY(${bind(filter.toolkitSlugs)})`);
  if (filter.toolSlugs) {
    const list = bind(filter.toolSlugs);
    parts.push(`(tool.slug = ANY(${list}) OR tool.aliases && ${list}::text[])`);
  }
  if (filter.important !== undefined) parts.push(filter.important ? "tool.important" : "NOT tool.important");
  if (filter.tags) parts.push(`tool.tags && ${bind(filter.tags)}::text[]`);
  if (filter.scopes) parts.push(`tool.scopes && ${bind(filter.scopes)}::text[]`);
  if (!filter.includeDeprecated && !filter.toolSlugs) parts.push("NOT tool.deprecated");
  return {
    ...(isSearch(filter) ? { statements: SEARCH, rank: "rank" } : { statements: LIST, rank: "0" }),
    where: (one) => `WHERE ${[whose[one], ...parts].join(" AND ")}`,
    values,
  };
}

/** The slugs that fit, and how well. */
async function ranksOf(projectId: string, search: string): Promise<[string[], number[]]> {
  const { slugs, ranks } = rankTools(search, [await searchIndex(), await ownSearchIndex(projectId)]);
  return [slugs, ranks];
}

function versionCondition(versions: ToolkitVersions | undefined, bind: (value: unknown) => string): string {
  if (versions === undefined || versions === "latest" || versions === "") return "tool.is_latest";
  if (typeof versions === "string") return `tool.version = ${bind(versions)}`;
  const pinned = Object.entries(versions).filter(([, version]) => version !== "latest" && version !== "");
  if (pinned.length === 0) return "tool.is_latest";
  const slugs = bind(pinned.map(([slug]) => slug.toLowerCase()));
  const numbers = bind(pinned.map(([, version]) => version));
  return `(CASE WHEN tool.toolkit_slug = ANY(${slugs}) THEN (tool.toolkit_slug, tool.version) IN (SELECT * FROM unnest(${slugs}::text[], ${numbers}::text[])) ELSE tool.is_latest END)`;
}

const isSearch = ({ search }: ToolFilter): boolean => Boolean(search?.trim());

type FoundTool = StatementRow<typeof LIST.find>;

/** The ids of one page, by narrow rows: schemas are far larger than all else of a tool. A search gives the best fitting first, everything else is in order of slugs. */
async function findIds(projectId: string, filter: ToolFilter): Promise<Page<FoundTool>> {
  const cursor = readCursor(filter.cursor);
  const { statements, where, rank, values } = await conditions(projectId, filter);
  const counting = countTools(statements.count, where, [...values], !isSearch(filter));
  const place = cursor ? ` AND ${after(cursor, rank, values)}` : "";
  // Of several toolkits the few rows are sorted: the order of all slugs has an index, but leads past everybody's tools.
  const slug = (filter.toolkitSlugs?.length ?? 0) > 1 ? "(tool.slug || '')" : "tool.slug";
  const order = `ORDER BY ${rank === "0" ? "" : "rank DESC, "}${slug}, tool.id LIMIT $${values.push(filter.limit + 1)}`;
  const [rows, total] = await Promise.all([
    rowsWhere(statements.find, `${where("both")}${place} ${order}`, values),
    counting,
  ]);
  return toPage(rows, total, filter.limit, cursor, (row) => ({ at: `${row.rank} ${row.slug}`, id: row.id }));
}

/** The condition for rows behind a cursor. Cursors of earlier versions have no slug; those of everybody's tools begin their ids with it. */
function after({ at, id }: Cursor, rank: string, values: unknown[]): string {
  const [rankThere, slug = id.split("@")[0]] = at.split(" ");
  return `(-${rank}, tool.slug, tool.id) > ($${values.push(-Number(rankThere))}::int, $${values.push(slug)}, $${values.push(id)})`;
}

const MAX_COUNTS = 2_000;

/**
 * How many tools fit. Everybody's change with the catalogue alone, so their number is kept with it; a project's own are
 * counted each time.
 * @param keep false for searches, which hardly come twice
 */
async function countTools(
  statement: typeof LIST.count,
  where: Conditions["where"],
  values: unknown[],
  keep: boolean,
): Promise<number> {
  const count = async (whose: Whose): Promise<number> =>
    (await rowsWhere(statement, where(whose), values))[0]?.total ?? 0;
  if (!keep) return count("both");
  const held = await catalogue();
  const counts = (held.counts ??= new LRUCache<string, number>({ max: MAX_COUNTS }));
  const key = JSON.stringify([where("everybodys"), values.slice(1)]);
  const known = counts.get(key);
  const [everybodys, own] = await Promise.all([known ?? count("everybodys"), count("own")]);
  if (known === undefined) counts.set(key, everybodys);
  return everybodys + own;
}

const readRows = (ids: string[]): Promise<(CatalogueTool & { id: string })[]> =>
  ids.length === 0 ? Promise.resolve([]) : rowsOf(BY_IDS, [ids]);

/** Tools that fit all parts of the filter. */
export async function findTools(projectId: string, filter: ToolFilter): Promise<Page<CatalogueTool>> {
  const page = await findIds(projectId, filter);
  const rows = new Map((await readRows(page.items.map(({ id }) => id))).map((row) => [row.id, row]));
  return { ...page, items: page.items.flatMap(({ id }) => rows.get(id) ?? []) };
}

/** JSON texts of everybody's tools, kept while their catalogue is. 1,000 tools of GitHub are 4.5 million characters. */
const textsOf = (held: { texts?: LRUCache<string, string> }): LRUCache<string, string> =>
  (held.texts ??= new LRUCache<string, string>({
    max: 50_000,
    maxSize: 48 * 1024 * 1024,
    sizeCalculation: (text) => text.length,
  }));

/**
 * The same as the JSON texts of contract `ToolItem`. Agents ask for whole toolkits at each start: neither the database nor
 * this process takes the schemas apart again for each of them.
 */
export async function findToolTexts(projectId: string, filter: ToolFilter): Promise<Page<string>> {
  const page = await findIds(projectId, filter);
  const texts = textsOf(await catalogue());
  const found = new Map(page.items.map(({ id }) => [id, texts.get(id)]));
  for (const row of await readRows([...found].flatMap(([id, text]) => (text === undefined ? [id] : [])))) {
    const toolkit = await findToolkit(projectId, row.toolkitSlug);
    const text = toolkit ? JSON.stringify(toTool(row, toolkit)) : undefined;
    found.set(row.id, text);
    // A project's own tools may change at any time, without another catalogue.
    if (text !== undefined && row.projectId === null) texts.set(row.id, text);
  }
  return { ...page, items: page.items.flatMap(({ id }) => found.get(id) ?? []) };
}

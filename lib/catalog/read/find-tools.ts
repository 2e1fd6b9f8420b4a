/** Lists of tools: which tools fit a filter, as rows or as the JSON texts that clients are sent. */
import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { readCursor, toPage, type Page } from "@/lib/kernel/database/cursor";
import { rowsOf, rowsWhere, statement } from "@/lib/kernel/database/statement";
import { overridesOf } from "../overrides/project-overrides";
import { catalog, type Catalog, type CatalogTool } from "./catalog";
import { findInIndex } from "./find-in-index";
import { findToolkit } from "./find-toolkits";
import { isEmpty, ownState } from "./own-state";
import { isLatestOfAll, resolveVersion, type MissingVersion } from "./resolve-version";
import { isSearch, toConditions, type Conditions, type ToolFilter, type Whose } from "./to-conditions";
import { toKey } from "./to-key";
import {
  byPosition,
  PLACE_COLUMNS,
  placeTypes,
  positionOf,
  toPosition,
  type FoundTool,
  type Position,
} from "./found-tool";
import { TOOL_COLUMNS, toolColumns } from "./toolkit-columns";
import { toTool } from "./wire";

// The conditions, the order and the position come from the filter and are appended to one of these statements.
const FITTING = "tool JOIN unnest($1::text[], $2::int[]) AS fitting (fitting_slug, fit) ON fitting_slug = tool.slug";
const countTypes = { total: "int4" } as const;
const LIST = {
  find: statement({
    name: "catalog.find",
    text: `SELECT ${PLACE_COLUMNS}, 0 AS fit FROM tool`,
    columns: placeTypes,
  }),
  count: statement({ name: "catalog.count", text: "SELECT count(*)::int AS total FROM tool", columns: countTypes }),
};
const SEARCH = {
  find: statement({
    name: "catalog.search",
    text: `SELECT ${PLACE_COLUMNS}, fit FROM ${FITTING}`,
    columns: placeTypes,
  }),
  count: statement({
    name: "catalog.count-search",
    text: `SELECT count(*)::int AS total FROM ${FITTING}`,
    columns: countTypes,
  }),
};
const BY_IDS = statement({
  name: "catalog.tools-by-id",
  text: `SELECT id, ${TOOL_COLUMNS} FROM tool WHERE id = ANY($1)`,
  columns: { id: "text", ...toolColumns },
});

/** The first tool of each toolkit among those that fit. */
const FIRST = statement({
  name: "catalog.first-of-toolkits",
  text: `SELECT ${PLACE_COLUMNS}, 1 AS fit FROM tool`,
  columns: placeTypes,
});

/**
 * The ids of one page, from narrow rows, because schemas are far larger than the rest of a tool. A search returns the
 * best matches first; other lists are in order of rank.
 */
async function findIds(projectId: string, filter: ToolFilter): Promise<Page<FoundTool>> {
  const page = await findInIndex(projectId, filter);
  if (page) return page;
  const cursor = readCursor(filter.cursor);
  const after = cursor && positionOf(cursor);
  const conditions = await toConditions(projectId, filter);
  const search = isSearch(filter);
  const counting = countTools(projectId, (search ? SEARCH : LIST).count, conditions, !search);
  const [rows, total] = await Promise.all([
    search ? readSearch(conditions, filter.limit + 1, after) : readList(conditions, filter, after),
    counting,
  ]);
  return toPage(rows, total, filter.limit, cursor, toPosition);
}

function readSearch({ where, values }: Conditions, rows: number, after: Position | undefined): Promise<FoundTool[]> {
  const bound = [...values];
  const place = after
    ? ` AND (-fit, tool.rank, tool.slug, tool.id) > ($${bound.push(-after.fit)}::int, ` +
      `$${bound.push(after.rank)}::int, $${bound.push(after.slug)}, $${bound.push(after.id)})`
    : "";
  const order = `ORDER BY fit DESC, tool.rank, tool.slug, tool.id LIMIT $${bound.push(rows)}`;
  return rowsWhere(SEARCH.find, `${where("both")}${place} ${order}`, bound);
}

/** In order of ranks; of several toolkits that were asked for by name, first the first tool of each. */
async function readList(conditions: Conditions, filter: ToolFilter, after: Position | undefined): Promise<FoundTool[]> {
  const rows = filter.limit + 1;
  const slugs = filter.toolSlugs ? [] : [...new Set(filter.toolkitSlugs)];
  if (slugs.length < 2) return readRanks(conditions, { rows, after });
  const bound = [...conditions.values];
  const firsts = await rowsWhere(FIRST, ofEach(slugs, conditions.where("both"), 1, bound), bound);
  const ahead = firsts
    .sort(byPosition)
    .filter((row) => !after || byPosition(after, row) < 0)
    .slice(0, rows);
  if (ahead.length === rows) return ahead;
  const without = firsts.map(({ id }) => id);
  const behind = { rows: rows - ahead.length, after: after?.fit === 0 ? after : undefined, slugs, without };
  return [...ahead, ...(await readRanks(conditions, behind))];
}

const IN_ORDER = "ORDER BY tool.rank, tool.slug, tool.id LIMIT";

/**
 * The condition for the first rows of each toolkit: a few are read from the index of each, however many tools it has.
 */
function ofEach(slugs: string[], where: string, rows: number, bound: unknown[]): string {
  const each = `SELECT tool.id FROM tool ${where} AND tool.toolkit_slug = wanted.slug ${IN_ORDER} $${bound.push(rows)}`;
  return `WHERE tool.id = ANY(ARRAY(SELECT one.id FROM unnest($${bound.push(slugs)}::text[]) AS wanted (slug)
    CROSS JOIN LATERAL (${each}) AS one))`;
}

type Range = { rows: number; after: Position | undefined; slugs?: string[]; without?: string[] };

function readRanks({ where, values }: Conditions, { rows, after, slugs, without }: Range): Promise<FoundTool[]> {
  const bound = [...values];
  const rest = without ? ` AND tool.id <> ALL($${bound.push(without)}::text[])` : "";
  const place = after
    ? ` AND (tool.rank, tool.slug, tool.id) > ($${bound.push(after.rank)}::int, $${bound.push(after.slug)}, $${bound.push(after.id)})`
    : "";
  const all = `${where("both")}${rest}${place}`;
  const fitting = slugs ? ofEach(slugs, all, rows, bound) : all;
  return rowsWhere(LIST.find, `${fitting} ${IN_ORDER} $${bound.push(rows)}`, bound);
}

const MAX_COUNTS = 2_000;

/** The count of this key, from the cache if it is there. */
async function countOnce(counts: LRUCache<string, number>, key: string, read: () => Promise<number>): Promise<number> {
  const cachedCount = counts.get(key);
  if (cachedCount !== undefined) return cachedCount;
  const count = await read();
  counts.set(key, count);
  return count;
}

/**
 * The number of matching tools. The number of shared tools changes only with the catalog, so it is kept with the
 * catalog; that of a project's own tools is kept with the copy of these tools.
 * @param keep false for searches, which are rarely repeated
 */
async function countTools(
  projectId: string,
  statement: typeof LIST.count,
  { where, values }: Conditions,
  keep: boolean,
): Promise<number> {
  const count = async (whose: Whose): Promise<number> =>
    (await rowsWhere(statement, where(whose), values))[0]?.total ?? 0;
  if (!keep) return count("both");
  const [loaded, state] = await Promise.all([catalog(), ownState(projectId)]);
  const counts = (loaded.counts ??= new LRUCache<string, number>({ max: MAX_COUNTS }));
  const key = toKey([where("everybodys"), values.slice(1)]);
  const [everybodysCount, ownCount] = await Promise.all([
    countOnce(counts, key, () => count("everybodys")),
    isEmpty(state) ? 0 : countOnce(state.counts, key, () => count("own")),
  ]);
  return everybodysCount + ownCount;
}

const readRows = (ids: string[]): Promise<(CatalogTool & { id: string })[]> =>
  ids.length === 0 ? Promise.resolve([]) : rowsOf(BY_IDS, [ids]);

/** The tools that match all parts of the filter, as the project offers them. */
export async function findTools(projectId: string, filter: ToolFilter): Promise<Page<CatalogTool>> {
  const page = await findIds(projectId, filter);
  const rows = new Map((await readRows(page.items.map(({ id }) => id))).map((row) => [row.id, row]));
  const tools = page.items.flatMap(({ id }) => rows.get(id) ?? []);
  return { ...page, items: (await overridesOf(projectId)).applyAll(tools) };
}

/**
 * JSON texts of the shared tools in UTF-8, kept as long as their catalog. They are sent repeatedly but encoded once.
 * 1,000 tools of GitHub are 4.5 million bytes.
 */
const textsOf = (loaded: Catalog): LRUCache<string, Buffer> =>
  (loaded.texts ??= new LRUCache<string, Buffer>({
    max: 50_000,
    maxSize: 48 * 1024 * 1024,
    sizeCalculation: (text) => text.length,
  }));

/** The versions that a list asks for in vain, of the toolkits on its page. */
async function missingOf(projectId: string, filter: ToolFilter, tools: FoundTool[]): Promise<MissingVersion[]> {
  const { versions = {} } = filter;
  if (isLatestOfAll(versions)) return [];
  const slugs = [...new Set(tools.map(({ toolkit }) => toolkit))];
  const toolkits = await Promise.all(slugs.map((slug) => findToolkit(projectId, slug)));
  return toolkits.flatMap((toolkit) => (toolkit && resolveVersion(toolkit, versions).missing) ?? []);
}

/** Tools that are read and written as JSON before other requests have their turn. */
const AT_ONCE = 50;

/**
 * The JSON texts of contract `ToolItem`, in UTF-8. Agents ask for whole toolkits at each start, so neither the database
 * nor this process parses the schemas again for each of them.
 */
export async function findToolTexts(
  projectId: string,
  filter: ToolFilter,
): Promise<{ page: Page<Buffer>; missing: MissingVersion[] }> {
  const page = await findIds(projectId, filter);
  const [loaded, own, overrides] = await Promise.all([catalog(), ownState(projectId), overridesOf(projectId)]);
  const shared = textsOf(loaded);
  const textOf = ({ id, slug, stamp }: FoundTool) =>
    overrides.has(slug) ? undefined : (shared.get(id) ?? own.texts.get(id + stamp));
  const textById = new Map(page.items.map((place) => [place.id, textOf(place)]));
  const unknown = page.items.filter(({ id }) => textById.get(id) === undefined);
  for (let from = 0; from < unknown.length; from += AT_ONCE) {
    // Parsing a thousand schemas at once would block all other requests for most of a second.
    if (from > 0) await setImmediate();
    const places = unknown.slice(from, from + AT_ONCE);
    const stamps = new Map(places.map(({ id, stamp }) => [id, stamp]));
    for (const row of await readRows([...stamps.keys()])) {
      const toolkit =
        loaded.toolkits.get(row.toolkitSlug) ??
        own.toolkits.get(row.toolkitSlug) ??
        (await findToolkit(projectId, row.toolkitSlug));
      const tool = overrides.apply(row);
      const text = toolkit && tool ? Buffer.from(JSON.stringify(toTool(tool, toolkit))) : undefined;
      textById.set(row.id, text);
      if (text === undefined || tool !== row) continue;
      if (row.projectId === null) shared.set(row.id, text);
      else own.texts.set(row.id + stamps.get(row.id), text);
    }
  }
  const items = page.items.flatMap(({ id }) => textById.get(id) ?? []);
  return { page: { ...page, items }, missing: await missingOf(projectId, filter, page.items) };
}

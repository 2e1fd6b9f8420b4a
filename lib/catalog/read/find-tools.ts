/** Lists of tools: which tools fit a filter, as rows or as the JSON texts that clients are sent. */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { type Cursor, foreignCursor, type Page, readCursor, toPage } from "@/lib/kernel/database/cursor";
import type { Hit } from "@/lib/search/find-tools";
import { rowsOf, rowsWhere, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { overridesOf } from "../overrides/project-overrides";
import { catalog, type Catalog, type CatalogTool } from "./catalog";
import { TOOL_COLUMNS, toolColumns } from "./toolkit-columns";
import { hasOwnTools } from "./search-tools";
import {
  asksIndexOnly,
  fitOf,
  findFitting,
  isOfVersions,
  isSearch,
  toConditions,
  type Conditions,
  type ToolFilter,
  type Whose,
} from "./to-conditions";
import { isLatestOfAll, resolveVersion, type MissingVersion } from "./resolve-version";
import { findToolkit } from "./find-toolkits";
import { toTool } from "./wire";

// The conditions, the order and the position come from the filter and are appended to one of these statements.
const FITTING = "tool JOIN unnest($1::text[], $2::int[]) AS fitting (fitting_slug, fit) ON fitting_slug = tool.slug";
/** `fit` is larger for tools that come first regardless of their rank. */
const toolTypes = { id: "text", slug: "text", toolkit: "text", rank: "int4", fit: "int4" } as const;
const countTypes = { total: "int4" } as const;
const LIST = {
  find: statement({
    name: "catalog.find",
    text: "SELECT tool.id, tool.slug, tool.toolkit_slug AS toolkit, tool.rank, 0 AS fit FROM tool",
    columns: toolTypes,
  }),
  count: statement({ name: "catalog.count", text: "SELECT count(*)::int AS total FROM tool", columns: countTypes }),
};
const SEARCH = {
  find: statement({
    name: "catalog.search",
    text: `SELECT tool.id, tool.slug, tool.toolkit_slug AS toolkit, tool.rank, fit FROM ${FITTING}`,
    columns: toolTypes,
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

const BY_SLUGS = statement({
  name: "catalog.tools-by-slug",
  text: `SELECT tool.id, tool.slug, tool.toolkit_slug AS toolkit, tool.rank, 0 AS fit FROM tool
  WHERE is_latest AND project_id IS NULL AND slug = ANY($1)`,
  columns: toolTypes,
});

/** The first tool of each toolkit among those that fit. */
const FIRST = statement({
  name: "catalog.first-of-toolkits",
  text: "SELECT tool.id, tool.slug, tool.toolkit_slug AS toolkit, tool.rank, 1 AS fit FROM tool",
  columns: toolTypes,
});

type FoundTool = StatementRow<typeof LIST.find>;
type Position = Pick<FoundTool, "fit" | "rank" | "slug" | "id">;

/** The position behind which a page begins. Cursors from before tools had a rank lead nowhere. */
function positionOf({ time, id }: Cursor): Position {
  const [fit, rank, slug, ...more] = time.split(" ");
  if (slug === undefined || more.length > 0) throw foreignCursor();
  return { fit: Number(fit), rank: Number(rank), slug, id };
}

const toPosition = ({ fit, rank, slug, id }: Position) => ({ time: `${fit} ${rank} ${slug}`, id });

const byPosition = (a: Position, b: Position): number =>
  b.fit - a.fit || a.rank - b.rank || (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : a.id < b.id ? -1 : 1);

/** The shared latest tools by slug, kept as long as their catalog. */
const placesOf = (loaded: Catalog): LRUCache<string, FoundTool> =>
  (loaded.places ??= new LRUCache<string, FoundTool>({ max: 40_000 }));

/**
 * Whether the filter asks for the latest version of the toolkits of these hits. The index knows only that version. The
 * list of hits is the same object until the search changes, so it is checked once for each choice of versions.
 */
function areLatest(loaded: Catalog, hits: readonly Hit[], { versions = {} }: ToolFilter): boolean {
  if (isLatestOfAll(versions)) return true;
  const cache = latestOf.get(hits) ?? new Map<string, boolean>();
  latestOf.set(hits, cache);
  const key = toKey(versions);
  let latest = cache.get(key);
  if (latest === undefined) {
    latest = [...new Set(hits.map(({ toolkit }) => toolkit))].every((slug) => {
      const toolkit = loaded.toolkits.get(slug);
      return toolkit !== undefined && resolveVersion(toolkit, versions).version === toolkit.version;
    });
    if (cache.size < MOST_CHOICES) cache.set(key, latest);
  }
  return latest;
}

const latestOf = new WeakMap<readonly Hit[], Map<string, boolean>>();
const MOST_CHOICES = 20;

/**
 * A page of a search that the index answers alone. Agents search all day, so the database is asked only for tools that
 * are not in memory yet. Undefined if the search wants more than the index knows.
 */
async function findInMemory(projectId: string, filter: ToolFilter): Promise<Page<FoundTool> | undefined> {
  if (!asksIndexOnly(filter) || (await hasOwnTools(projectId))) return undefined;
  const cursor = readCursor(filter.cursor);
  const after = cursor && positionOf(cursor);
  const [loaded, hits] = [await catalog(), await findFitting(projectId, filter)];
  // A tool that is deprecated in its latest version can be current in the requested version.
  const every = () =>
    filter.includeDeprecated === false ? findFitting(projectId, { ...filter, includeDeprecated: true }) : hits;
  if (isOfVersions(filter) && !areLatest(loaded, await every(), filter)) return undefined;
  // A fit is a place counted from the end.
  const from = after ? Math.max(0, hits.length - after.fit + 1) : 0;
  const ranked = hits
    .slice(from, from + filter.limit + 1)
    .map(({ slug }, index) => ({ slug, fit: fitOf(hits.length, from + index) }));
  const places = placesOf(loaded);
  const unknown = ranked.filter(({ slug }) => !places.has(slug)).map(({ slug }) => slug);
  for (const row of unknown.length > 0 ? await rowsOf(BY_SLUGS, [unknown]) : []) places.set(row.slug, row);
  const rows = ranked.flatMap(({ slug, fit }) => {
    const place = places.get(slug);
    return place ? [{ ...place, fit }] : [];
  });
  // An index from before the last load can contain deleted tools: a page without them would end the list.
  if (rows.length < ranked.length) return undefined;
  return toPage(rows, hits.length, filter.limit, cursor, toPosition);
}

/**
 * The ids of one page, from narrow rows, because schemas are far larger than the rest of a tool. A search returns the
 * best matches first; other lists are in order of rank.
 */
async function findIds(projectId: string, filter: ToolFilter): Promise<Page<FoundTool>> {
  const page = await findInMemory(projectId, filter);
  if (page) return page;
  const cursor = readCursor(filter.cursor);
  const after = cursor && positionOf(cursor);
  const conditions = await toConditions(projectId, filter);
  const search = isSearch(filter);
  const counting = countTools((search ? SEARCH : LIST).count, conditions, !search);
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

/** A short key: conditions can name a thousand toolkits and contain a caller's text for each. */
const toKey = (conditions: unknown): string => createHash("sha256").update(JSON.stringify(conditions)).digest("base64");

/**
 * The number of matching tools. The number of shared tools changes only with the catalog, so it is kept with the
 * catalog; a project's own tools are counted each time.
 * @param keep false for searches, which are rarely repeated
 */
async function countTools(statement: typeof LIST.count, { where, values }: Conditions, keep: boolean): Promise<number> {
  const count = async (whose: Whose): Promise<number> =>
    (await rowsWhere(statement, where(whose), values))[0]?.total ?? 0;
  if (!keep) return count("both");
  const loaded = await catalog();
  const counts = (loaded.counts ??= new LRUCache<string, number>({ max: MAX_COUNTS }));
  const key = toKey([where("everybodys"), values.slice(1)]);
  const cachedCount = counts.get(key);
  const [everybodys, ownCount] = await Promise.all([cachedCount ?? count("everybodys"), count("own")]);
  if (cachedCount === undefined) counts.set(key, everybodys);
  return everybodys + ownCount;
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
  const texts = textsOf(await catalog());
  const overrides = await overridesOf(projectId);
  const textById = new Map(page.items.map(({ id, slug }) => [id, overrides.has(slug) ? undefined : texts.get(id)]));
  const unknown = [...textById].flatMap(([id, text]) => (text === undefined ? [id] : []));
  for (let from = 0; from < unknown.length; from += AT_ONCE) {
    // Parsing a thousand schemas at once would block all other requests for most of a second.
    if (from > 0) await setImmediate();
    for (const row of await readRows(unknown.slice(from, from + AT_ONCE))) {
      const toolkit = await findToolkit(projectId, row.toolkitSlug);
      const tool = overrides.apply(row);
      const text = toolkit && tool ? Buffer.from(JSON.stringify(toTool(tool, toolkit))) : undefined;
      textById.set(row.id, text);
      // A project's own tools can change at any time, without another catalog.
      if (text !== undefined && row.projectId === null && tool === row) texts.set(row.id, text);
    }
  }
  const items = page.items.flatMap(({ id }) => textById.get(id) ?? []);
  return { page: { ...page, items }, missing: await missingOf(projectId, filter, page.items) };
}

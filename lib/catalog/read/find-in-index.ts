/** Searches that the index answers alone. */
import { LRUCache } from "lru-cache";
import { readCursor, toPage, type Page } from "@/lib/kernel/database/cursor";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import type { Hit } from "@/lib/search/find-tools";
import { catalog, type Catalog } from "./catalog";
import { ownState } from "./own-state";
import { isLatestOfAll, resolveVersion } from "./resolve-version";
import { asksIndexOnly, findFitting, fitOf, isOfVersions, type ToolFilter } from "./to-conditions";
import { PLACE_COLUMNS, placeTypes, positionOf, toPosition, type FoundTool } from "./found-tool";
import { toKey } from "./to-key";

const BY_SLUGS = statement({
  name: "catalog.tools-by-slug",
  text: `SELECT ${PLACE_COLUMNS}, 0 AS fit FROM tool
  WHERE is_latest AND project_id IS NULL AND slug = ANY($1)`,
  columns: placeTypes,
});

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
export async function findInIndex(projectId: string, filter: ToolFilter): Promise<Page<FoundTool> | undefined> {
  if (!asksIndexOnly(filter)) return undefined;
  const cursor = readCursor(filter.cursor);
  const after = cursor && positionOf(cursor);
  const [loaded, hits] = [await catalog(), await findFitting(projectId, filter)];
  const { places: ownPlaces } = await ownState(projectId);
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
  const unknown = ranked.filter(({ slug }) => !ownPlaces.has(slug) && !places.has(slug)).map(({ slug }) => slug);
  for (const row of unknown.length > 0 ? await rowsOf(BY_SLUGS, [unknown]) : []) places.set(row.slug, row);
  const rows = ranked.flatMap(({ slug, fit }) => {
    const place = ownPlaces.get(slug) ?? places.get(slug);
    return place ? [{ ...place, fit }] : [];
  });
  // An index from before the last change can contain deleted tools: a page without them would end the list.
  if (rows.length < ranked.length) return undefined;
  return toPage(rows, hits.length, filter.limit, cursor, toPosition);
}

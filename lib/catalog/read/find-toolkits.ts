/** Finding toolkits. */
import { type Cursor, foreignCursor, type Page, readCursor, toPage } from "@/lib/kernel/database/cursor";
import { ApiError } from "@/lib/kernel/errors";
import { nearestName } from "@/lib/kernel/text/nearest-name";
import { catalog, findOwnToolkits, type CatalogToolkit, type Category } from "./catalog";
import { meantNames, nearestToolkits } from "./nearest";
import { searchToolkits } from "./search-tools";

export type ToolkitFilter = {
  slugs?: string[] | undefined;
  category?: string | undefined;
  kind?: "native" | "custom" | undefined;
  /** A scheme the toolkit must offer; NO_AUTH also means toolkits that need none. */
  authScheme?: string | undefined;
  search?: string | undefined;
  /** Default: by importance. */
  sortBy?: "usage" | "alphabetically" | undefined;
  /** How often the project used each toolkit, for sorting by usage. */
  uses?: ReadonlyMap<string, number> | undefined;
  cursor?: string | undefined;
  limit: number;
};

/** Everybody's toolkits and the project's own that count. */
export const everyToolkit = async (projectId: string): Promise<CatalogToolkit[]> => {
  const [shared, projectToolkits] = await Promise.all([catalog(), findOwnToolkits(projectId)]);
  return [...shared.toolkits.values(), ...projectToolkits];
};

/** More than there are categories. */
const MOST_CATEGORIES = 200;

/**
 * The categories of a filter (one by id or name, or several ids with commas between them), and the parts that name no
 * category.
 */
function readCategories(categories: readonly Category[], text: string): { ids: Set<string>; unknown: string[] } {
  const idByName = new Map(
    [...categories].reverse().flatMap(({ id, name }) => [id, name].map((label) => [label.toLowerCase(), id] as const)),
  );
  const idOf = (text: string) => idByName.get(text.trim().toLowerCase());
  const whole = idOf(text);
  const parts = whole ? [text] : text.split(",", MOST_CATEGORIES).filter((part) => part.trim() !== "");
  return {
    ids: new Set(parts.flatMap((part) => idOf(part) ?? [])),
    unknown: [...new Set(parts.filter((part) => idOf(part) === undefined).map((part) => part.trim()))],
  };
}

/** Toolkits with tools before those that can only be reached through the proxy, the most used before the others. */
const importanceOf = ({ toolsCount, popularity, name }: CatalogToolkit): string =>
  `${toolsCount === 0 ? 1 : 0} ${String(popularity).padStart(5, "0")} ${name.toLowerCase()}`;

const MOST_USES = 1_000_000_000;

/** A search sorts by how well a toolkit fits, any other list by importance. */
function sortKey(
  toolkit: CatalogToolkit,
  filter: ToolkitFilter,
  places: ReadonlyMap<string, number> | undefined,
): string {
  const place = places?.get(toolkit.slug);
  if (places) return place === undefined ? "" : `${String(place).padStart(6, "0")} ${importanceOf(toolkit)}`;
  if (filter.sortBy === "alphabetically") return toolkit.name.toLowerCase();
  const uses = filter.sortBy === "usage" ? (filter.uses?.get(toolkit.slug) ?? 0) : 0;
  return `${String(MOST_USES - Math.min(uses, MOST_USES)).padStart(10, "0")} ${importanceOf(toolkit)}`;
}

/** The order of toolkits by how well they match a search; undefined without a search. */
async function placesOf(
  projectId: string,
  { search }: ToolkitFilter,
): Promise<ReadonlyMap<string, number> | undefined> {
  if (!search) return undefined;
  return new Map((await searchToolkits(projectId, search)).map((slug, index) => [slug, index]));
}

const offers = (toolkit: CatalogToolkit, scheme: string): boolean =>
  toolkit.authSchemes.some(({ mode }) => mode === scheme) || (scheme === "NO_AUTH" && toolkit.noAuth);

/** Toolkits that match all parts of the filter: the shared toolkits and the project's own. */
export async function findToolkits(projectId: string, filter: ToolkitFilter): Promise<Page<CatalogToolkit>> {
  const cursor = readCursor(filter.cursor);
  // Cursors from before lists went by importance lead nowhere in them.
  if (cursor && filter.sortBy !== "alphabetically" && !/^\d+ [01] \d{5} /.test(cursor.time)) throw foreignCursor();
  const [{ categories }, places] = await Promise.all([catalog(), placesOf(projectId, filter)]);
  const categoryIds = filter.category === undefined ? undefined : readCategories(categories, filter.category).ids;
  const slugs = filter.slugs && new Set(filter.slugs.map((slug) => slug.toLowerCase()));
  const fitting = (await everyToolkit(projectId))
    .filter(
      (toolkit) =>
        (!slugs || slugs.has(toolkit.slug)) &&
        (categoryIds === undefined || toolkit.categories.some((id) => categoryIds.has(id))) &&
        (!filter.kind || toolkit.kind === filter.kind),
    )
    .filter((toolkit) => !filter.authScheme || offers(toolkit, filter.authScheme))
    .map((toolkit) => ({ toolkit, sortValue: sortKey(toolkit, filter, places) }))
    .filter(({ sortValue }) => sortValue !== "")
    .sort((a, b) => compare(a.sortValue, b.sortValue) || compare(a.toolkit.slug, b.toolkit.slug));
  const page = toPage(
    after(fitting, cursor).slice(0, filter.limit + 1),
    fitting.length,
    filter.limit,
    cursor,
    ({ sortValue, toolkit }) => ({ time: sortValue, id: toolkit.slug }),
  );
  return { ...page, items: page.items.map(({ toolkit }) => toolkit) };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const after = <T extends { sortValue: string; toolkit: { slug: string } }>(
  rows: T[],
  cursor: Cursor | undefined,
): T[] =>
  cursor
    ? rows.filter(({ sortValue, toolkit }) => (compare(sortValue, cursor.time) || compare(toolkit.slug, cursor.id)) > 0)
    : rows;

/** The toolkit with this slug, or null. */
export async function findToolkit(projectId: string, slug: string): Promise<CatalogToolkit | null> {
  const key = slug.toLowerCase();
  const everybodys = (await catalog()).toolkits.get(key);
  return everybodys ?? (await findOwnToolkits(projectId)).find((toolkit) => toolkit.slug === key) ?? null;
}

/** Those of these slugs whose toolkits need no account; the project's own toolkits are read once at most. */
export async function findNoAuthSlugs(projectId: string, slugs: readonly string[]): Promise<ReadonlySet<string>> {
  const { toolkits } = await catalog();
  const projectToolkits = slugs.every((slug) => toolkits.has(slug.toLowerCase()))
    ? []
    : await findOwnToolkits(projectId);
  const find = (key: string) => toolkits.get(key) ?? projectToolkits.find((toolkit) => toolkit.slug === key);
  return new Set(slugs.filter((slug) => find(slug.toLowerCase())?.noAuth));
}

const MOST_UNKNOWN_TOLD = 5;

/** One sentence for each unknown slug, five at most: a filter by it finds nothing, as if there were no tools. */
export async function unknownToolkits(projectId: string, slugs: readonly string[] = []): Promise<string[]> {
  const sentences: string[] = [];
  for (const slug of slugs) {
    if (sentences.length === MOST_UNKNOWN_TOLD) break;
    if (await findToolkit(projectId, slug)) continue;
    const slugs = (await everyToolkit(projectId)).map((toolkit) => toolkit.slug);
    const quoted = JSON.stringify(slug.slice(0, 100));
    sentences.push(`There is no toolkit ${quoted}. ${meantNames(nearestToolkits(slug, slugs, 3), "")}`.trim());
  }
  return sentences;
}

/** One sentence for each unknown category of a filter (id or name), five at most. */
export async function unknownCategories(filter: string): Promise<string[]> {
  const all = await findCategories();
  const ids = all.map(({ id }) => id);
  return readCategories(all, filter)
    .unknown.slice(0, MOST_UNKNOWN_TOLD)
    .map((category) => {
      const near = nearestName(category, ids);
      return `There is no category ${JSON.stringify(category.slice(0, 100))}. ${near ? `Did you mean ${near}?` : ""}`.trim();
    });
}

/**
 * The toolkit with this slug.
 * @param version when given, one of its versions must be so named
 * @throws ApiError NotFound, naming similar toolkits or the versions there are
 */
export async function requireToolkit(projectId: string, slug: string, version?: string): Promise<CatalogToolkit> {
  const toolkit = await findToolkit(projectId, slug);
  if (!toolkit) {
    const near = nearestToolkits(
      slug,
      (await everyToolkit(projectId)).map((toolkit) => toolkit.slug),
      5,
    );
    throw new ApiError("NotFound", `There is no toolkit ${JSON.stringify(slug)}.`, {
      suggestedFix: meantNames(near, "List the toolkits to find one."),
    });
  }
  if (version && version !== "latest" && !toolkit.availableVersions.includes(version))
    throw new ApiError("NotFound", `The toolkit ${toolkit.slug} has no version ${JSON.stringify(version)}.`, {
      suggestedFix: `Use latest or one of: ${toolkit.availableVersions.join(", ")}.`,
    });
  return toolkit;
}

/** All categories, by name. */
export const findCategories = async (): Promise<readonly Category[]> => (await catalog()).categories;

/** All categories with the number of toolkits in each that the project can use. */
export async function findCountedCategories(projectId: string): Promise<(Category & { toolkitsCount: number })[]> {
  const [{ categories }, toolkits] = await Promise.all([catalog(), everyToolkit(projectId)]);
  const counts = new Map<string, number>();
  for (const id of toolkits.flatMap((toolkit) => toolkit.categories)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return categories.map((category) => ({ ...category, toolkitsCount: counts.get(category.id) ?? 0 }));
}

/** Toolkits and tools in the catalog, and its version (the beginning of its hash; "" before the first load). */
export async function countCatalog(): Promise<{ toolkits: number; tools: number; version: string }> {
  const { hash, toolkits } = await catalog();
  const tools = [...toolkits.values()].reduce((sum, toolkit) => sum + toolkit.toolsCount, 0);
  return { toolkits: toolkits.size, tools, version: hash.slice(0, 12) };
}

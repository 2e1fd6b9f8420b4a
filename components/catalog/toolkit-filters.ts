/** The filters of the catalog, in the URL and in the operation's query. */

export const TOOLKITS_A_PAGE = 60;

export const FILTER_NAMES = ["search", "category", "scheme", "connected"] as const;

/** The schemes worth a filter, most used first. */
export const FILTER_SCHEMES = [
  "OAUTH2",
  "API_KEY",
  "BEARER_TOKEN",
  "BASIC",
  "OAUTH1",
  "S2S_OAUTH2",
  "DCR_OAUTH",
  "CIMD_OAUTH",
  "GOOGLE_SERVICE_ACCOUNT",
  "SERVICE_ACCOUNT",
  "BASIC_WITH_JWT",
  "NO_AUTH",
] as const;

type Search = { get: (name: string) => string | null };

/**
 * The query of the list operation. `connected` are the toolkits with a working account; it is used only if the URL asks
 * for it.
 */
export function toToolkitQuery(search: Search, connected: readonly string[]) {
  const read = (name: string) => search.get(name)?.trim() || undefined;
  const words = read("search");
  const category = read("category");
  const scheme = read("scheme");
  return {
    limit: TOOLKITS_A_PAGE,
    // without a search text, the toolkits that the project uses most are first, then the most popular toolkits
    ...(words ? { search: words } : { sort_by: "usage" as const }),
    ...(category && { category }),
    ...(scheme && { auth_scheme: scheme }),
    ...(read("connected") && { slugs: connected.join(",") }),
  };
}

export const isFiltered = (search: Search): boolean => FILTER_NAMES.some((name) => Boolean(search.get(name)?.trim()));

/** `developer tools & devops` as a heading; short names that are abbreviations are written large. */
export const toCategoryName = (name: string): string => {
  if (/^other\b/i.test(name)) return "Other";
  const words = name.replace(/^[a-z]/, (letter) => letter.toUpperCase()).replace(/\bdevops\b/i, "DevOps");
  return /^(crm|ai|hr|it)\b/i.test(name) ? words.replace(/^\w+/, (word) => word.toUpperCase()) : words;
};

type CategoryCount = { id: string; name: string; toolkits_count: number };
export type ShownCategory = { id: string; name: string; count: number };

/** Names that mean the same: the first is shown with the toolkits of both. */
const TWINS = [["productivity-&-project-management", "productivity"]] as const;

/**
 * Categories that are not empty, as the catalog shows them: the popular categories first, "Other" last, twins as one.
 */
export function toShownCategories(categories: readonly CategoryCount[]): ShownCategory[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const hidden = new Set<string>(TWINS.flatMap(([mainId, twin]) => (byId.has(mainId) ? [twin] : [])));
  const placeOf = (id: string) => (id === "popular" ? 0 : id.startsWith("other") ? 2 : 1);
  return categories
    .filter(({ id }) => !hidden.has(id))
    .map(({ id, name, toolkits_count: count }) => {
      const twin = byId.get(TWINS.find(([mainId]) => mainId === id)?.[1] ?? "");
      return twin
        ? { id: `${id},${twin.id}`, name: toCategoryName(name), count: count + twin.toolkits_count }
        : { id, name: toCategoryName(name), count };
    })
    .filter(({ count }) => count > 0)
    .sort((first, two) => placeOf(first.id) - placeOf(two.id));
}

/** What surrounds a list in a provider's answer: where the list is, what is said about further pages, how pages are joined. Pure. */

type Fields = Record<string, unknown>;

/** A value of the envelope; null where the provider says that there is none. */
type Fact = string | number | boolean | null;

/** By names in lower case without other characters: `next_page_token`, `nextPageToken` and `next-page-token` are one. */
export type Facts = ReadonlyMap<string, Fact>;

/** Objects in which providers tell about pages, and those that hold everything. */
const CONTAINERS = new Set([
  "meta",
  "metadata",
  "paging",
  "pagination",
  "pageinfo",
  "page",
  "pages",
  "pagedetails",
  "responsemetadata",
  "links",
  "additionaldata",
  "info",
  "resultinfo",
  "cursors",
  "cursor",
  "next",
  "range",
  "searchcriteria",
]);
const WRAPPERS = new Set(["data", "result", "results", "response", "responsedata", "payload"]);
const LIST_NAMES = ["data", "items", "results", "value", "values", "records", "entries", "list", "elements", "rows"];
/** Lists beside the list. */
const NO_LIST = new Set([
  "links",
  "errors",
  "warnings",
  "included",
  "includes",
  "facets",
  "aggregations",
  "fields",
  "columns",
]);
const MAX_DEPTH = 3;

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** A name without its case and its punctuation. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The address in `{href}` and its like. */
const hrefOf = (value: unknown): Fact | undefined => {
  if (!isFields(value)) return undefined;
  const found = [value.href, value.url, value.link, value.uri].find((text) => typeof text === "string");
  return found as string | undefined;
};

/** `links: [{rel: "next", href}]`. */
const relNext = (value: unknown): Fact | undefined =>
  Array.isArray(value) ? hrefOf(value.find((link) => isFields(link) && link.rel === "next")) : undefined;

/** What an answer says about itself; of two that say the same, the outer one. */
export function toFacts(data: Fields): Facts {
  const facts = new Map<string, Fact>();
  const add = (name: string, value: Fact) => {
    if (!facts.has(name)) facts.set(name, value);
  };
  let level: Fields[] = [data];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const inner: Fields[] = [];
    for (const fields of level) {
      for (const [key, value] of Object.entries(fields)) {
        const name = plainName(key);
        if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
          add(name, value);
        else if (isFields(value) && (CONTAINERS.has(name) || WRAPPERS.has(name))) inner.push(value);
        const href = name === "next" ? hrefOf(value) : name === "links" ? relNext(value) : undefined;
        if (href !== undefined) add("next", href);
      }
    }
    level = inner;
  }
  return facts;
}

function betterList([a, one]: [string, unknown[]], [b, two]: [string, unknown[]]): number {
  const rank = (name: string) => (LIST_NAMES.indexOf(name) + LIST_NAMES.length + 1) % (LIST_NAMES.length + 1);
  return rank(plainName(a)) - rank(plainName(b)) || two.length - one.length;
}

/** The keys that lead to the list of an answer; undefined where it has none. The outermost one, of several the one named like a list, else the longest. */
export function findListPath(data: Fields, depth = 0): string[] | undefined {
  const lists = Object.entries(data).filter(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && !NO_LIST.has(plainName(entry[0])),
  );
  if (lists.length > 0) return [lists.reduce((best, list) => (betterList(best, list) <= 0 ? best : list))[0]];
  if (depth === MAX_DEPTH) return undefined;
  for (const [key, value] of Object.entries(data)) {
    const found = isFields(value) && !NO_LIST.has(plainName(key)) ? findListPath(value, depth + 1) : undefined;
    if (found) return [key, ...found];
  }
  return undefined;
}

/** The list at a path; undefined where an answer has none there, as some do for an empty page. */
export function listAt(data: Fields, path: readonly string[] | undefined): unknown[] | undefined {
  if (!path) return undefined;
  const found = path.reduce<unknown>((value, key) => (isFields(value) ? value[key] : undefined), data);
  return Array.isArray(found) ? found : undefined;
}

/** What is in either list, once: related objects come with every page that refers to them. */
function united(one: readonly unknown[], two: readonly unknown[]): unknown[] {
  const seen = new Set(one.map((item) => JSON.stringify(item)));
  return [...one, ...two.filter((item) => !seen.has(JSON.stringify(item)))];
}

/**
 * Two answers in the shape of one: the list at `path` holds both lists, other lists what is in either, and everything
 * else is the later answer's, so that it tells truly where to go on.
 */
export function joinPages(before: Fields, after: Fields, path: readonly string[], depth = 0): Fields {
  const joined: Fields = { ...after };
  const [own] = path;
  for (const [key, value] of Object.entries(before)) {
    const other = after[key];
    if (Array.isArray(value)) {
      if (other === undefined || other === null) joined[key] = value;
      else if (Array.isArray(other))
        joined[key] = key === own && path.length === 1 ? value.concat(other as unknown[]) : united(value, other);
    } else if (isFields(value) && depth < MAX_DEPTH) {
      if (isFields(other)) joined[key] = joinPages(value, other, key === own ? path.slice(1) : [], depth + 1);
      else if (other === undefined && !CONTAINERS.has(plainName(key))) joined[key] = value;
    }
  }
  return joined;
}

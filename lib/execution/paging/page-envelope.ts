/**
 * The envelope around a list in a provider's answer: finds the list, reads its page information, joins pages. Pure.
 */
import { isObject } from "@/lib/kernel/text/is-object";

type Fields = Record<string, unknown>;

/** A value of the envelope; null if the provider sent null. */
type Fact = string | number | boolean | null;

/**
 * The values of the envelope by plain name: `next_page_token`, `nextPageToken` and `next-page-token` are the same name.
 */
export type Facts = ReadonlyMap<string, Fact>;

/** Objects in which providers describe their pages. */
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
/** Objects that wrap the whole answer. */
const WRAPPERS = new Set(["data", "result", "results", "response", "responsedata", "payload"]);
const LIST_NAMES = ["data", "items", "results", "value", "values", "records", "entries", "list", "elements", "rows"];
/** Lists that are not the list of items. */
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

/** A name in lower case, letters and digits only. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The URL in an object such as `{href}`. */
const hrefOf = (value: unknown): Fact | undefined => {
  if (!isObject(value)) return undefined;
  const link = [value.href, value.url, value.link, value.uri].find((text) => typeof text === "string");
  return link as string | undefined;
};

/** The URL of the next page in `links: [{rel: "next", href}]`. */
const relNext = (value: unknown): Fact | undefined =>
  Array.isArray(value) ? hrefOf(value.find((link) => isObject(link) && link.rel === "next")) : undefined;

/** The values of an answer's envelope. If a name occurs twice, the outer one counts. */
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
        else if (isObject(value) && (CONTAINERS.has(name) || WRAPPERS.has(name))) inner.push(value);
        const href = name === "next" ? hrefOf(value) : name === "links" ? relNext(value) : undefined;
        if (href !== undefined) add("next", href);
      }
    }
    level = inner;
  }
  return facts;
}

function betterList([a, first]: [string, unknown[]], [b, second]: [string, unknown[]]): number {
  const rank = (name: string) => (LIST_NAMES.indexOf(name) + LIST_NAMES.length + 1) % (LIST_NAMES.length + 1);
  return rank(plainName(a)) - rank(plainName(b)) || second.length - first.length;
}

/**
 * The keys that lead to an answer's list of items; undefined without a list. The outermost list counts; among several,
 * a list with a usual name, else the longest.
 */
export function findListPath(data: Fields, depth = 0): string[] | undefined {
  const lists = Object.entries(data).filter(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && !NO_LIST.has(plainName(entry[0])),
  );
  if (lists.length > 0) return [lists.reduce((best, list) => (betterList(best, list) <= 0 ? best : list))[0]];
  if (depth === MAX_DEPTH) return undefined;
  for (const [key, value] of Object.entries(data)) {
    const innerPath = isObject(value) && !NO_LIST.has(plainName(key)) ? findListPath(value, depth + 1) : undefined;
    if (innerPath) return [key, ...innerPath];
  }
  return undefined;
}

/** The list at a path; undefined if the answer has none there, as with some empty pages. */
export function listAt(data: Fields, path: readonly string[] | undefined): unknown[] | undefined {
  if (!path) return undefined;
  const list = path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), data);
  return Array.isArray(list) ? list : undefined;
}

/** The items of both lists without repeats: several pages can contain the same related objects. */
function mergeItems(first: readonly unknown[], second: readonly unknown[]): unknown[] {
  const firstTexts = new Set(first.map((item) => JSON.stringify(item)));
  return [...first, ...second.filter((item) => !firstTexts.has(JSON.stringify(item)))];
}

/**
 * Joins two pages into one answer: the list at `path` gets the items of both, other lists are merged without repeats,
 * and everything else is from the later page, because it leads to the next page.
 */
export function joinPages(before: Fields, after: Fields, path: readonly string[], depth = 0): Fields {
  const joined: Fields = { ...after };
  const [firstKey] = path;
  for (const [key, value] of Object.entries(before)) {
    const other = after[key];
    if (Array.isArray(value)) {
      if (other === undefined || other === null) joined[key] = value;
      else if (Array.isArray(other))
        joined[key] =
          key === firstKey && path.length === 1 ? value.concat(other as unknown[]) : mergeItems(value, other);
    } else if (isObject(value) && depth < MAX_DEPTH) {
      if (isObject(other)) joined[key] = joinPages(value, other, key === firstKey ? path.slice(1) : [], depth + 1);
      else if (other === undefined && !CONTAINERS.has(plainName(key))) joined[key] = value;
    }
  }
  return joined;
}

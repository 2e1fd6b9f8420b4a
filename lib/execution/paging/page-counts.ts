/** Finds the next page by counting: an offset or a page number. Pure. */
import type { Facts } from "./page-envelope";
import {
  firstNamed,
  isNumeric,
  numberOf,
  typesOf,
  type Fields,
  type Page,
  type PageParameter,
} from "./page-parameters";

const MORE_KEYS = [
  "hasmore",
  "hasnext",
  "hasnextpage",
  "more",
  "morerecords",
  "moreitemsincollection",
  "moreavailable",
  "hasmoreitems",
  "hasmoreresults",
];
const LAST_KEYS = ["islast", "islastpage", "lastpage", "last"];

/** Whether the provider says that there are more pages; undefined if it does not say. */
export function hasMorePages(facts: Facts): boolean | undefined {
  const more = MORE_KEYS.map((key) => facts.get(key)).find((value) => typeof value === "boolean");
  const last = LAST_KEYS.map((key) => facts.get(key)).find((value) => typeof value === "boolean");
  return typeof more === "boolean" ? more : typeof last === "boolean" ? !last : undefined;
}

const OFFSET_NAMES = [
  "offset",
  "pageoffset",
  "skip",
  "startat",
  "startindex",
  "start",
  "startposition",
  "skiprecords",
  "firstresult",
  "resultoffset",
];
const PAGE_NAMES = ["page", "pagenumber", "pagenum", "currentpage", "pageno", "pageindex", "searchcriteriacurrentpage"];
const SIZE_NAMES = [
  "perpage",
  "pagesize",
  "limit",
  "pagelimit",
  "maxresults",
  "size",
  "top",
  "count",
  "rows",
  "searchcriteriapagesize",
];
const TOTAL_KEYS = ["totalcount", "totalresults", "totalitems", "totalrecords", "totalentries", "totalsize", "total"];
const TOTAL_PAGES_KEYS = ["totalpages", "pagecount", "pagetotal", "lastpage", "pages"];
/**
 * No provider caps a page size below this. With a larger size, a page with fewer items than requested may still be
 * full.
 */
const NEVER_CAPPED = 100;

const counted = (facts: Facts, keys: readonly string[]): number | undefined =>
  keys.map((key) => numberOf(facts.get(key))).find((value) => value !== undefined);

/** The number with which a parameter starts if the caller leaves it out. */
function startOf({ name, schema }: PageParameter): number {
  const declared = numberOf(schema.default) ?? (schema.minimum === 0 ? 0 : undefined);
  if (declared !== undefined) return declared;
  if (PAGE_NAMES.includes(name))
    return name === "pageindex" ||
      /zero.based|0.based|(start|begin)\w* (at|from|with) (0|zero)\b/i.test(
        String(schema.description ?? "").slice(0, 1000),
      )
      ? 0
      : 1;
  return name === "startindex" ? 1 : 0;
}

/** Whether this page is full, so that another page is likely when no total is given. */
function isFull(facts: Facts, args: Fields, page: Page, parameters: readonly PageParameter[]): boolean {
  const length = page.list?.length ?? 0;
  const size = firstNamed(parameters, SIZE_NAMES);
  const told = counted(facts, ["perpage", "pagesize", "itemsperpage", "limit", "maxresults"]);
  const asked = told ?? numberOf(size && args[size.key]);
  if (asked !== undefined && length < asked && (told !== undefined || asked <= NEVER_CAPPED)) return false;
  return length > 0 && (page.before === undefined || length >= page.before);
}

/** The arguments of the next page by offset or page number; undefined if there is none. */
export function fromCount(
  facts: Facts,
  args: Fields,
  page: Page,
  parameters: readonly PageParameter[],
): { arguments: Record<string, unknown> } | undefined {
  const length = page.list?.length ?? 0;
  const more = hasMorePages(facts);
  const total = counted(facts, TOTAL_KEYS);
  const offset = firstNamed(parameters, OFFSET_NAMES, isNumeric);
  if (offset && length > 0) {
    const at = numberOf(args[offset.key]) ?? startOf(offset);
    const next = counted(facts, ["nextoffset", "nextstart", "next"]) ?? at + length;
    const isMore =
      more ??
      (total === undefined
        ? isFull(facts, args, page, parameters)
        : next < total + (offset.name === "startindex" ? 1 : 0));
    return isMore && next > at ? { arguments: { [offset.key]: next } } : undefined;
  }
  const numbered = firstNamed(
    parameters,
    PAGE_NAMES,
    (one) => isNumeric(one) || numberOf(args[one.key]) !== undefined || one.name.startsWith("page"),
  );
  if (!numbered || length === 0) return undefined;
  const at = numberOf(args[numbered.key]) ?? counted(facts, PAGE_NAMES) ?? startOf(numbered);
  const next = counted(facts, ["nextpage", "next"]) ?? at + 1;
  const pages = counted(facts, TOTAL_PAGES_KEYS);
  const start = startOf(numbered);
  const isMore = more ?? (pages === undefined ? isFull(facts, args, page, parameters) : next < pages + start);
  return isMore && next > at
    ? { arguments: { [numbered.key]: isNumeric(numbered) || typesOf(numbered)[0] === undefined ? next : String(next) } }
    : undefined;
}

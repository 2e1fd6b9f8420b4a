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

/** Whether there are more pages; undefined if the provider does not return it. */
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
 * No provider caps a page size below this. With a larger size, a page with fewer items than requested can still be
 * full.
 */
const NEVER_CAPPED = 100;

const countOf = (facts: Facts, keys: readonly string[]): number | undefined =>
  keys.map((key) => numberOf(facts.get(key))).find((value) => value !== undefined);

/** The number with which a parameter starts if the caller leaves it out. */
function startOf({ name, schema }: PageParameter): number {
  const start = numberOf(schema.default) ?? (schema.minimum === 0 ? 0 : undefined);
  if (start !== undefined) return start;
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
  const returnedSize = countOf(facts, ["perpage", "pagesize", "itemsperpage", "limit", "maxresults"]);
  const pageSize = returnedSize ?? numberOf(size && args[size.key]);
  if (pageSize !== undefined && length < pageSize && (returnedSize !== undefined || pageSize <= NEVER_CAPPED))
    return false;
  return length > 0 && (page.before === undefined || length >= page.before);
}

/** The arguments of the next page by offset or page number; undefined after the last page. */
export function fromCount(
  facts: Facts,
  args: Fields,
  page: Page,
  parameters: readonly PageParameter[],
): { arguments: Record<string, unknown> } | undefined {
  const length = page.list?.length ?? 0;
  const more = hasMorePages(facts);
  const total = countOf(facts, TOTAL_KEYS);
  const offset = firstNamed(parameters, OFFSET_NAMES, isNumeric);
  if (offset && length > 0) {
    const position = numberOf(args[offset.key]) ?? startOf(offset);
    const next = countOf(facts, ["nextoffset", "nextstart", "next"]) ?? position + length;
    const isMore =
      more ??
      (total === undefined
        ? isFull(facts, args, page, parameters)
        : next < total + (offset.name === "startindex" ? 1 : 0));
    return isMore && next > position ? { arguments: { [offset.key]: next } } : undefined;
  }
  const numbered = firstNamed(
    parameters,
    PAGE_NAMES,
    (parameter) =>
      isNumeric(parameter) || numberOf(args[parameter.key]) !== undefined || parameter.name.startsWith("page"),
  );
  if (!numbered || length === 0) return undefined;
  const currentPage = numberOf(args[numbered.key]) ?? countOf(facts, PAGE_NAMES) ?? startOf(numbered);
  const next = countOf(facts, ["nextpage", "next"]) ?? currentPage + 1;
  const pages = countOf(facts, TOTAL_PAGES_KEYS);
  const start = startOf(numbered);
  const isMore = more ?? (pages === undefined ? isFull(facts, args, page, parameters) : next < pages + start);
  return isMore && next > currentPage
    ? { arguments: { [numbered.key]: isNumeric(numbered) || typesOf(numbered)[0] === undefined ? next : String(next) } }
    : undefined;
}

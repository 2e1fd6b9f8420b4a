/** Finds the next page of a list in a provider's answer: by a link, a cursor, an offset or a page number. Pure. */
import { fromCount, hasMorePages } from "./page-counts";
import { toFacts, type Facts } from "./page-envelope";
import { fromLink, isAddress, LINK_KEYS, linkedNext, linkIn } from "./page-links";
import {
  firstNamed,
  isNumeric,
  numberOf,
  pageParameters,
  type Fields,
  type NextPage,
  type Page,
  type PagedTool,
  type PageParameter,
} from "./page-parameters";
import { isObject } from "@/lib/kernel/text/is-object";

const TOKEN_KEYS = [
  "nextpagetoken",
  "nextcursor",
  "nexttoken",
  "nextmarker",
  "nextcontinuationtoken",
  "continuationtoken",
  "nextpagecursor",
  "nextpagekey",
  "paginationtoken",
  "aftercursor",
  "endcursor",
  "nextpage",
  "next",
  "startingafter",
  "after",
  "cursor",
  "pagetoken",
  "marker",
  "offset",
];
/** If one of these is null or "", the page is the last one. */
const ENDING_KEYS = [...LINK_KEYS, ...TOKEN_KEYS.slice(0, 13)];
const CURSOR_PARAMETERS = [
  "pagetoken",
  "nextpagetoken",
  "cursor",
  "pagecursor",
  "nextcursor",
  "nexttoken",
  "paginationtoken",
  "continuationtoken",
  "skiptoken",
  "pageafter",
  "after",
  "aftercursor",
  "startingafter",
  "startcursor",
  "marker",
  "nextmarker",
  "next",
  "nextpage",
  "offset",
  "start",
];

function fromCursor(
  facts: Facts,
  args: Fields,
  parameters: readonly PageParameter[],
): NextPage | "unknown" | undefined {
  for (const key of TOKEN_KEYS) {
    const token = facts.get(key);
    if (
      (typeof token !== "string" && typeof token !== "number") ||
      token === "" ||
      token === 0 ||
      token === "0" ||
      isAddress(token)
    )
      continue;
    const isStrong = ENDING_KEYS.includes(key);
    // A plain "cursor" or "offset" can belong to the current page; a number is left to counting.
    const parameter = firstNamed(
      parameters,
      [key, key.replace(/^next/, ""), ...(isStrong || key === "cursor" || key === "after" ? CURSOR_PARAMETERS : [])],
      (candidate) =>
        typeof token === "string" ? !isNumeric(candidate) : key.startsWith("nextcursor") || key.startsWith("nexttoken"),
    );
    if (parameter && args[parameter.key] !== token) return { arguments: { [parameter.key]: token } };
    if (!parameter && isStrong && typeof token === "string" && numberOf(token) === undefined) return "unknown";
  }
  return undefined;
}

/** The way of Stripe: the next page begins after the item with this id. */
function afterLastItem(facts: Facts, page: Page, parameters: readonly PageParameter[]): NextPage | undefined {
  const last = page.list?.at(-1);
  const parameter = firstNamed(parameters, ["startingafter"]);
  if (hasMorePages(facts) !== true || !parameter || !isObject(last) || typeof last.id !== "string") return undefined;
  return { arguments: { [parameter.key]: last.id } };
}

/** The next page; "none" after the last page, "unknown" if the tool cannot request it. */
export function nextPage(tool: PagedTool, args: Fields, page: Page): NextPage | "none" | "unknown" {
  const parameters = pageParameters(tool);
  const facts = toFacts(page.data);
  const linked = linkedNext(page.headers.link);
  if (linked === null) return "none";
  // A single record can have its own link under such a name, so links count only next to a list.
  const link = linked ?? (page.list ? linkIn(facts) : undefined);
  if (link !== undefined) return fromLink(link, page, parameters) ?? fromCursor(facts, args, parameters) ?? "unknown";
  const more = hasMorePages(facts);
  if (more === false) return "none";
  const byCursor = fromCursor(facts, args, parameters) ?? afterLastItem(facts, page, parameters);
  if (byCursor) return byCursor;
  if (more === undefined && ENDING_KEYS.some((key) => facts.get(key) === null || facts.get(key) === "")) return "none";
  const byCount = page.isCounted ? fromCount(facts, args, page, parameters) : undefined;
  return byCount ? { ...byCount, isCounted: true } : more ? "unknown" : "none";
}

/** Where the next page of a list is, as its provider says it: a link, a cursor, an offset or a page's number. Pure. */
import type { ToolRequest } from "@/lib/catalog/tool-request";
import { plainName, toFacts, type Facts } from "./page-envelope";

type Fields = Readonly<Record<string, unknown>>;

/** An argument of the tool that may lead to another page. `wire` is its name in the address. */
type Parameter = { key: string; wire: string; name: string; schema: Fields };

export type PagedTool = { inputSchema: Fields; run: { request: ToolRequest } };

export type Page = {
  data: Record<string, unknown>;
  headers: Readonly<Record<string, string>>;
  /** The address of its request, without credentials. */
  url: string;
  /** Its request was made of an address that the provider gave, and not of arguments. */
  byUrl: boolean;
  list: readonly unknown[] | undefined;
  /** Items of the page before it. */
  before: number | undefined;
  /** No page so far told of the next one: where one did, the last one is the one that does not. */
  isCounted: boolean;
};

/** Arguments that replace those of the page before, or an address where the tool has no arguments for it. */
export type NextPage = { arguments: Record<string, unknown>; isCounted?: true } | { url: string };

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);

function pageParameters({ inputSchema, run: { request } }: PagedTool): Parameter[] {
  const properties = isFields(inputSchema.properties) ? inputSchema.properties : {};
  const query = request.parameters.filter((parameter) => parameter.in === "query");
  const fields = request.body?.mode === "flat" ? request.body.fields : [];
  return [...query, ...fields].map(({ key, name }) => {
    const schema = properties[key];
    return { key, wire: name, name: plainName(name), schema: isFields(schema) ? schema : {} };
  });
}

const typesOf = ({ schema }: Parameter): unknown[] => (Array.isArray(schema.type) ? schema.type : [schema.type]);
const isNumeric = (parameter: Parameter): boolean =>
  typesOf(parameter).some((type) => type === "integer" || type === "number");

const firstNamed = (
  parameters: readonly Parameter[],
  names: readonly string[],
  fits: (parameter: Parameter) => boolean = () => true,
): Parameter | undefined => {
  for (const name of names) {
    const found = parameters.find((parameter) => parameter.name === name && fits(parameter));
    if (found) return found;
  }
  return undefined;
};

const numberOf = (value: unknown): number | undefined => {
  const number =
    typeof value === "number"
      ? value
      : typeof value === "string" && /^\d{1,15}$/.test(value)
        ? Number(value)
        : undefined;
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
};

// ---- links

/** The target of rel=next (RFC 8288); null for a header that tells of other pages and of no next one. */
export function linkedNext(header: string | undefined): string | null | undefined {
  if (header === undefined) return undefined;
  let isPaged = false;
  for (const [, target, parameters = ""] of header.matchAll(
    /<([^>]*)>((?:\s*;\s*[\w*-]+\s*(?:=\s*(?:"[^"]*"|[^\s",;]+))?)*)/g,
  )) {
    const rels = (/;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i.exec(parameters)?.slice(1).find(Boolean) ?? "")
      .toLowerCase()
      .split(/\s+/);
    if (rels.includes("next") && target) return target;
    isPaged ||= rels.some((rel) => rel === "prev" || rel === "previous" || rel === "first" || rel === "last");
  }
  return isPaged ? null : undefined;
}

const LINK_KEYS = [
  "odatanextlink",
  "nextlink",
  "nextpageuri",
  "nextpageurl",
  "nexturi",
  "nexturl",
  "nextpagelink",
  "nextpageapi",
  "nextrecordsurl",
  "next",
  "nextpage",
];
const isAddress = (value: unknown): value is string => typeof value === "string" && /^(https?:\/\/|\/|\?)/i.test(value);

const linkIn = (facts: Facts): string | undefined => LINK_KEYS.map((key) => facts.get(key)).find(isAddress);

/**
 * The page behind an address. Where the address differs from the present one by arguments of the tool alone, they are the
 * answer: the request stays the tool's own. Another origin would get the account's credentials, so it is never an answer.
 */
function fromLink(target: string, page: Page, parameters: readonly Parameter[]): NextPage | undefined {
  if (!URL.canParse(target, page.url)) return undefined;
  const [from, to] = [new URL(page.url), new URL(target, page.url)];
  const names = [...new Set(to.searchParams.keys())].filter(
    (name) => to.searchParams.getAll(name).join("\0") !== from.searchParams.getAll(name).join("\0"),
  );
  const changes = names.map(
    (name) => [parameters.find(({ wire }) => wire === name), to.searchParams.getAll(name)] as const,
  );
  if (
    !page.byUrl &&
    changes.length > 0 &&
    changes.every(([parameter, values]) => parameter !== undefined && values.length === 1)
  )
    return {
      arguments: Object.fromEntries(
        changes.map(([parameter, [value = ""]]) => [
          parameter?.key ?? "",
          parameter && isNumeric(parameter) && /^\d{1,15}$/.test(value) ? Number(value) : value,
        ]),
      ),
    };
  // Behind a gateway, providers write http into their links where they were asked over https.
  if (from.protocol === "https:" && to.protocol === "http:" && from.hostname === to.hostname && to.port === "")
    to.protocol = "https:";
  to.hash = "";
  return to.origin === from.origin && !to.username && !to.password ? { url: to.href } : undefined;
}

// ---- cursors

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

/** Whether the provider says that there is more; undefined where it does not say. */
export function saysMore(facts: Facts): boolean | undefined {
  const more = MORE_KEYS.map((key) => facts.get(key)).find((value) => typeof value === "boolean");
  const last = LAST_KEYS.map((key) => facts.get(key)).find((value) => typeof value === "boolean");
  return typeof more === "boolean" ? more : typeof last === "boolean" ? !last : undefined;
}

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
/** Of these, null and "" say that this page is the last one. */
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

function fromCursor(facts: Facts, args: Fields, parameters: readonly Parameter[]): NextPage | "unknown" | undefined {
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
    // A plain "cursor" or "offset" may be that of this page; a number is a place to count on from.
    const parameter = firstNamed(
      parameters,
      [key, key.replace(/^next/, ""), ...(isStrong || key === "cursor" || key === "after" ? CURSOR_PARAMETERS : [])],
      (one) =>
        typeof token === "string" ? !isNumeric(one) : key.startsWith("nextcursor") || key.startsWith("nexttoken"),
    );
    if (parameter && args[parameter.key] !== token) return { arguments: { [parameter.key]: token } };
    if (!parameter && isStrong && typeof token === "string" && numberOf(token) === undefined) return "unknown";
  }
  return undefined;
}

/** Stripe's way: the page after the item with this id. */
function afterLastItem(facts: Facts, page: Page, parameters: readonly Parameter[]): NextPage | undefined {
  const last = page.list?.at(-1);
  const parameter = firstNamed(parameters, ["startingafter"]);
  if (saysMore(facts) !== true || !parameter || !isFields(last) || typeof last.id !== "string") return undefined;
  return { arguments: { [parameter.key]: last.id } };
}

// ---- counting

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
/** Providers cap what is asked beyond it, so that a page with fewer items than asked may still be full. */
const NEVER_CAPPED = 100;

const counted = (facts: Facts, keys: readonly string[]): number | undefined =>
  keys.map((key) => numberOf(facts.get(key))).find((value) => value !== undefined);

/** The first number of a parameter that the caller left out. */
function startOf({ name, schema }: Parameter): number {
  const said = numberOf(schema.default) ?? (schema.minimum === 0 ? 0 : undefined);
  if (said !== undefined) return said;
  if (PAGE_NAMES.includes(name))
    return name === "pageindex" ||
      /zero.based|0.based|(start|begin)\w* (at|from|with) (0|zero)\b/i.test(String(schema.description ?? ""))
      ? 0
      : 1;
  return name === "startindex" ? 1 : 0;
}

/** Whether a further page is worth asking for, where no count says it: this one is full. */
function isFull(facts: Facts, args: Fields, page: Page, parameters: readonly Parameter[]): boolean {
  const length = page.list?.length ?? 0;
  const size = firstNamed(parameters, SIZE_NAMES);
  const told = counted(facts, ["perpage", "pagesize", "itemsperpage", "limit", "maxresults"]);
  const asked = told ?? numberOf(size && args[size.key]);
  if (asked !== undefined && length < asked && (told !== undefined || asked <= NEVER_CAPPED)) return false;
  return length > 0 && (page.before === undefined || length >= page.before);
}

function fromCount(
  facts: Facts,
  args: Fields,
  page: Page,
  parameters: readonly Parameter[],
): { arguments: Record<string, unknown> } | undefined {
  const length = page.list?.length ?? 0;
  const more = saysMore(facts);
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

/** The page after this one; "none" after the last one, "unknown" where there is one and the tool has no way to it. */
export function nextPage(tool: PagedTool, args: Fields, page: Page): NextPage | "none" | "unknown" {
  const parameters = pageParameters(tool);
  const facts = toFacts(page.data);
  const linked = linkedNext(page.headers.link);
  if (linked === null) return "none";
  // A single record may have an address of its own under such a name; only what surrounds a list is believed.
  const link = linked ?? (page.list ? linkIn(facts) : undefined);
  if (link !== undefined) return fromLink(link, page, parameters) ?? fromCursor(facts, args, parameters) ?? "unknown";
  const more = saysMore(facts);
  if (more === false) return "none";
  const byCursor = fromCursor(facts, args, parameters) ?? afterLastItem(facts, page, parameters);
  if (byCursor) return byCursor;
  if (more === undefined && ENDING_KEYS.some((key) => facts.get(key) === null || facts.get(key) === "")) return "none";
  const byCount = page.isCounted ? fromCount(facts, args, page, parameters) : undefined;
  return byCount ? { ...byCount, isCounted: true } : more ? "unknown" : "none";
}

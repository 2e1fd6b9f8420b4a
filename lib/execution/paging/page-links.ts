/** Finds the next page through links: the Link header (RFC 8288) and URLs in an answer. Pure. */
import type { Facts } from "./page-envelope";
import { isNumeric, type NextPage, type Page, type PageParameter } from "./page-parameters";
import { isUrl } from "@/lib/kernel/text/is-url";

/** Longer URLs are not followed: servers refuse them (RFC 9110, 4.1 requires support for 8,000 bytes). */
const MAX_ADDRESS_LENGTH = 16_384;
const SPACE = /\s/;
const ENDS_A_WORD = /[\s",;=]/;

/** Parses a Link header in one pass. */
class LinkReader {
  private at = 0;

  constructor(private readonly text: string) {}

  private skipSpaces(): void {
    while (SPACE.test(this.text.charAt(this.at))) this.at++;
  }

  private consume(sign: string): boolean {
    this.skipSpaces();
    if (this.text.charAt(this.at) !== sign) return false;
    this.at++;
    this.skipSpaces();
    return true;
  }

  private word(): string {
    const from = this.at;
    while (this.at < this.text.length && !ENDS_A_WORD.test(this.text.charAt(this.at))) this.at++;
    return this.text.slice(from, this.at);
  }

  private value(): string {
    const end = this.text.charAt(this.at) === '"' ? this.text.indexOf('"', this.at + 1) : -1;
    if (end < 0) return this.word();
    const value = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    return value;
  }

  /** The next link, with the values of its `rel` in lower case; undefined after the last one. */
  next(): { target: string; rels: string[] } | undefined {
    const open = this.text.indexOf("<", this.at);
    const close = open < 0 ? -1 : this.text.indexOf(">", open);
    if (close < 0) return undefined;
    this.at = close + 1;
    let rel: string | undefined;
    while (this.consume(";")) {
      const name = this.word().toLowerCase();
      const value = this.consume("=") ? this.value() : "";
      if (name === "rel") rel ??= value;
    }
    return { target: this.text.slice(open + 1, close), rels: (rel ?? "").toLowerCase().split(/\s+/) };
  }
}

/** The target of rel=next (RFC 8288); null if the header names other pages but no next one. */
export function linkedNext(header: string | undefined): string | null | undefined {
  if (header === undefined) return undefined;
  const reader = new LinkReader(header);
  let isPaged = false;
  for (let link = reader.next(); link; link = reader.next()) {
    const { target, rels } = link;
    if (rels.includes("next") && target !== "") return target;
    isPaged ||= rels.some((rel) => rel === "prev" || rel === "previous" || rel === "first" || rel === "last");
  }
  return isPaged ? null : undefined;
}

export const LINK_KEYS = [
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
export const isAddress = (value: unknown): value is string =>
  typeof value === "string" && value.length <= MAX_ADDRESS_LENGTH && /^(https?:\/\/|\/|\?)/i.test(value);

export const linkIn = (facts: Facts): string | undefined => LINK_KEYS.map((key) => facts.get(key)).find(isAddress);

function valuesByName({ searchParams }: URL): Map<string, string[]> {
  const parameters = new Map<string, string[]>();
  for (const [name, value] of searchParams) {
    const values = parameters.get(name);
    if (values) values.push(value);
    else parameters.set(name, [value]);
  }
  return parameters;
}

/**
 * The page at a link. If the link differs from the current URL only in other values of the tool's arguments, these are
 * returned, else the URL: an argument that the link leaves out would stay with the changed arguments, which some
 * providers refuse. A link to another origin is ignored, because that server would get the account's credentials.
 */
export function fromLink(target: string, page: Page, parameters: readonly PageParameter[]): NextPage | undefined {
  if (target.length > MAX_ADDRESS_LENGTH || !isUrl(target, page.url)) return undefined;
  const [from, to] = [new URL(page.url), new URL(target, page.url)];
  const [before, after] = [valuesByName(from), valuesByName(to)];
  const leavesOut = [...before.keys()].some((name) => !after.has(name));
  const changes = [...after]
    .filter(([name, values]) => values.join("\0") !== before.get(name)?.join("\0"))
    .map(([name, values]) => [parameters.find(({ wire }) => wire === name), values] as const);
  if (
    !page.byUrl &&
    !leavesOut &&
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
  // Providers behind a gateway can write http links although the request used https.
  if (from.protocol === "https:" && to.protocol === "http:" && from.hostname === to.hostname && to.port === "")
    to.protocol = "https:";
  to.hash = "";
  return to.origin === from.origin && !to.username && !to.password ? { url: to.href } : undefined;
}

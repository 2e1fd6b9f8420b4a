/** Turns HTML into the text that a reader would see. Pure. */
import { Parser } from "htmlparser2";

const TAG =
  "!doctype html|html|head|body|div|p|br|hr|table|thead|tbody|tr|td|th|span|a|ul|ol|li|dl|h[1-6]|img|strong|em|b|i|u|" +
  "style|center|font|blockquote|pre|code|section|article|header|footer|main|meta|title";
const BEGINS = new RegExp(`^\\s*(<!--|<\\?xml[^<>]*>\\s*<!doctype|<(${TAG})(\\s[^<>]*)?/?>)`, "i");
const CLOSES = new RegExp(`</(${TAG})>|<(p|br)\\s*/?>`, "i");

/** Whether a text is HTML: it begins with a tag of HTML, or has one in a single line. */
export const isHtml = (text: string): boolean => BEGINS.test(text) || (!text.includes("\n") && CLOSES.test(text));

/** Elements whose content nobody reads. */
const UNSEEN = new Set(["script", "style", "head", "template", "noscript", "svg", "iframe", "object", "textarea"]);
/** Elements that begin and end a line, with how many line breaks. */
const LINES: ReadonlyMap<string, number> = new Map([
  ...["p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "dl", "blockquote", "pre", "hr"].map(
    (name) => [name, 2] as const,
  ),
  ...["div", "tr", "li", "dt", "dd", "section", "article", "header", "footer", "main", "nav", "aside", "form"].map(
    (name) => [name, 1] as const,
  ),
]);
const MAX_LINK = 300;
/** Each tag costs as much time as elements are open; mails have some dozens. */
const MOST_OPEN = 500;

/** Takes elements that are too deep for elements without content: their content belongs to those around them. */
class BoundedParser extends Parser {
  open = 0;
  private isTooDeep = false;

  override onopentagname(start: number, endIndex: number): void {
    this.isTooDeep = this.open >= MOST_OPEN;
    super.onopentagname(start, endIndex);
  }

  override onclosetag(start: number, endIndex: number): void {
    this.isTooDeep = false;
    super.onclosetag(start, endIndex);
  }

  protected override isVoidElement(name: string): boolean {
    return this.isTooDeep || super.isVoidElement(name);
  }
}

/** Text with its line breaks: those between two pieces are as many as either needs. */
class Writer {
  private readonly parts: string[] = [];
  private breaks = 0;
  private space = false;

  breakLine(count: number): void {
    this.breaks = Math.max(this.breaks, count);
    this.space = false;
  }

  newLine(): void {
    this.breaks = Math.min(2, this.breaks + 1);
    this.space = false;
  }

  /** @param exact spaces and line breaks stay */
  write(text: string, exact = false): void {
    const body = exact ? text : text.replace(/[\s\u00a0]+/g, " ").replace(/[\u200b-\u200d\u034f\u00ad\ufeff]/g, "");
    const words = exact ? body : body.trim();
    if (words === "") {
      if (body !== "") this.space = true;
      return;
    }
    const isFirst = this.parts.length === 0;
    if (this.breaks > 0 && !isFirst) this.parts.push("\n".repeat(this.breaks));
    else if (!isFirst && (this.space || (!exact && body.startsWith(" ")))) this.parts.push(" ");
    this.parts.push(words);
    this.breaks = 0;
    this.space = !exact && body.endsWith(" ");
  }

  get length(): number {
    return this.parts.length;
  }

  /** The text since then, or its beginning: a little more than the characters that matter. */
  since(first: number, characters: number): string {
    let text = "";
    for (let index = first; index < this.parts.length && text.length <= characters; index++)
      text += this.parts[index] ?? "";
    return text.trim();
  }

  toString(): string {
    return this.parts.join("").trim();
  }
}

const isUnseen = (name: string, { hidden, style = "" }: Record<string, string>): boolean =>
  UNSEEN.has(name) || hidden !== undefined || /display\s*:\s*none/i.test(style);

const isAddress = (href: string | undefined): href is string =>
  href !== undefined && href.length <= MAX_LINK && /^(https?:|mailto:|tel:)/i.test(href);

type Link = { href: string | undefined; from: number };

/** The address behind a link, unless the text is the address. */
function endLink(writer: Writer, { href, from }: Link): void {
  if (!isAddress(href)) return;
  const text = writer.since(from, MAX_LINK);
  if (text === "" || text === href || `mailto:${text}` === href) return;
  writer.write(` (${href})`);
}

/** Scripts, styles and what is hidden are left out; links keep their addresses, and pictures their descriptions. */
export function htmlToText(html: string): string {
  const writer = new Writer();
  const links: Link[] = [];
  let unseen = 0;
  let exact = 0;
  const parser = new BoundedParser({
    onopentag(name, attributes) {
      parser.open++;
      if (unseen > 0 || isUnseen(name, attributes)) {
        unseen++;
        return;
      }
      if (name === "br") writer.newLine();
      if (name === "pre") exact++;
      const count = LINES.get(name);
      if (count !== undefined) writer.breakLine(count);
      if (name === "li") writer.write("- ");
      if (name === "td" || name === "th") writer.write(" ");
      if (name === "img" && attributes.alt?.trim()) writer.write(` [${attributes.alt.trim()}] `);
      if (name === "a") links.push({ href: attributes.href, from: writer.length });
    },
    ontext(text) {
      if (unseen === 0) writer.write(text, exact > 0);
    },
    onclosetag(name) {
      parser.open--;
      if (unseen > 0) {
        unseen--;
        return;
      }
      if (name === "pre") exact = Math.max(0, exact - 1);
      const count = LINES.get(name);
      if (count !== undefined) writer.breakLine(count);
      const link = name === "a" ? links.pop() : undefined;
      if (link) endLink(writer, link);
    },
  });
  parser.end(html);
  return writer.toString();
}

/** Reads feeds, RSS and Atom: no entity is expanded but the five of XML, and what is read is bounded. Pure. */
import { cutText } from "./storable";

/** An entry of a feed; what the feed leaves out is null. */
export type FeedItem = {
  id: string;
  title: string | null;
  link: string | null;
  published: string | null;
  updated: string | null;
  author: string | null;
  summary: string | null;
  content: string | null;
  categories: string[];
};

/** The text is no feed, or larger than the limit. */
export class FeedError extends Error {
  override name = "FeedError";
}

const MAX_CHARS = 4 * 1024 * 1024;
/** Of a feed, and of its entries. */
export const MAX_ITEMS = 500;
export const MAX_TEXT = 64 * 1024;
export const MAX_CATEGORIES = 50;
export const MAX_CATEGORY = 500;
const MAX_DEPTH = 100;
const MAX_ATTRIBUTES = 4096;
/** Far more than 500 entries with pages of XHTML have. */
const MAX_TAGS = 200_000;
/** The most characters of a reference: each stands for one. */
const LONGEST_REFERENCE = 10;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function characterOf(code: number): string {
  const isCharacter = Number.isInteger(code) && code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "";
}

/** References to characters and to the five entities of XML; every other entity stays as it is written. */
const decode = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (/^#x/i.test(name)) return characterOf(parseInt(name.slice(2), 16));
    if (name.startsWith("#")) return characterOf(Number(name.slice(1)));
    return ENTITIES[name] ?? whole;
  });

type Tag = { name: string; attributes: string; closing: boolean; empty: boolean };
/** `raw` where its references are still to be read. */
type Text = { text: string; raw: boolean };
type Token = Text | Tag;

const isTag = (token: Token): token is Tag => "name" in token;

/** The end of a tag: the first > outside of quotes. */
function tagEnd(xml: string, from: number): number {
  let quote = "";
  for (let index = from; index < xml.length; index++) {
    const char = xml[index] ?? "";
    if (quote === "" && char === ">") return index;
    if (quote === "" && (char === '"' || char === "'")) quote = char;
    else if (char === quote) quote = "";
  }
  throw new FeedError("A tag of it has no end.");
}

/** Where something ends, behind the text that ends it. */
function endOf(xml: string, mark: string, from: number): number {
  const index = xml.indexOf(mark, from);
  if (index < 0) throw new FeedError(`It has no ${mark} where one belongs.`);
  return index + mark.length;
}

/** A declaration of a document's type can define entities, which grow without end; such documents are not read. */
function behindDoctype(xml: string, index: number): number {
  const end = tagEnd(xml, index);
  if (xml.slice(index, end).includes("[") || /^<!ENTITY/i.test(xml.slice(index, index + 10)))
    throw new FeedError("It declares entities.");
  return end + 1;
}

function toTag(inside: string): Tag {
  const closing = inside.startsWith("/");
  const empty = inside.endsWith("/");
  const body = inside.slice(closing ? 1 : 0, empty ? -1 : undefined).trim();
  const space = body.search(/\s/);
  const full = space < 0 ? body : body.slice(0, space);
  const attributes = space < 0 ? "" : body.slice(space, space + MAX_ATTRIBUTES);
  // Prefixes of namespaces are conventions that all feeds keep: content:encoded, dc:creator.
  return { name: full.slice(full.indexOf(":") + 1).toLowerCase(), attributes, closing, empty };
}

function* tokensOf(xml: string): Generator<Token> {
  for (let index = 0; index < xml.length; ) {
    const open = xml.indexOf("<", index);
    if (open !== index) yield { text: xml.slice(index, open < 0 ? undefined : open), raw: true };
    if (open < 0) return;
    if (xml.startsWith("<!--", open)) index = endOf(xml, "-->", open + 4);
    else if (xml.startsWith("<![CDATA[", open)) {
      index = endOf(xml, "]]>", open + 9);
      yield { text: xml.slice(open + 9, index - 3), raw: false };
    } else if (xml.startsWith("<?", open)) index = endOf(xml, "?>", open + 2);
    else if (xml.startsWith("<!", open)) index = behindDoctype(xml, open);
    else {
      const end = tagEnd(xml, open + 1);
      yield toTag(xml.slice(open + 1, end));
      index = end + 1;
    }
  }
}

/** Made once: a feed can have a hundred thousand links. */
const ATTRIBUTE = {
  rel: /(?:^|\s)rel\s*=\s*(?:"([^"]*)"|'([^']*)')/i,
  href: /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)')/i,
  term: /(?:^|\s)term\s*=\s*(?:"([^"]*)"|'([^']*)')/i,
} as const;

function attributeOf({ attributes }: Tag, name: keyof typeof ATTRIBUTE): string | undefined {
  const match = ATTRIBUTE[name].exec(attributes);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? undefined : decode(value);
}

/** The texts of an entry by the names of their tags, the first of each. */
type Draft = { texts: Map<string, string>; categories: string[]; link?: string };

const first = ({ texts }: Draft, ...names: string[]): string | null => {
  for (const name of names) {
    const text = texts.get(name)?.trim();
    if (text) return text;
  }
  return null;
};

function toItem(draft: Draft): FeedItem | undefined {
  const title = first(draft, "title");
  const link = draft.link ?? first(draft, "link");
  const published = first(draft, "pubdate", "published", "date", "issued");
  const id = first(draft, "guid", "id") ?? link ?? (title === null ? null : `${title} ${published ?? ""}`.trim());
  if (id === null) return undefined;
  return {
    id,
    title,
    link,
    published: published ?? first(draft, "updated", "modified"),
    updated: first(draft, "updated", "modified"),
    author: first(draft, "author/name", "creator", "author"),
    summary: first(draft, "description", "summary"),
    content: first(draft, "encoded", "content"),
    categories: draft.categories,
  };
}

/** Reads links and categories of Atom, which are in attributes. */
function readAttributes(draft: Draft, tag: Tag): void {
  if (tag.name === "link" && draft.link === undefined) {
    const [rel, href] = [attributeOf(tag, "rel"), attributeOf(tag, "href")];
    if (href !== undefined && (rel === undefined || rel === "alternate")) draft.link = cutText(href, MAX_TEXT);
  }
  const isTerm = tag.name === "category" && draft.categories.length < MAX_CATEGORIES;
  const term = isTerm ? attributeOf(tag, "term") : undefined;
  if (term !== undefined) draft.categories.push(cutText(term, MAX_CATEGORY));
}

/** The text that references stand for, as far as there is room for it: what is left out is not read either. */
const read = ({ text, raw }: Text, room: number): string =>
  cutText(raw ? decode(text.slice(0, room * LONGEST_REFERENCE)) : text, room);

/** Adds to a text of an entry, up to its bound. `way` is the tags within the entry. */
function addText(draft: Draft, way: readonly string[], text: Text): void {
  const [name = "", inner] = way;
  if (name === "category") {
    const word = draft.categories.length < MAX_CATEGORIES ? read(text, MAX_CATEGORY).trim() : "";
    if (word !== "") draft.categories.push(word);
    return;
  }
  const key = name === "author" && inner !== undefined ? `author/${inner}` : name;
  const before = draft.texts.get(key) ?? "";
  if (before.length < MAX_TEXT) draft.texts.set(key, before + read(text, MAX_TEXT - before.length));
}

const ITEM = new Set(["item", "entry"]);
const ROOT = new Set(["rss", "feed", "rdf"]);

/** A reader that is at some tag of a feed. */
class Reader {
  readonly items: FeedItem[] = [];
  #stack: string[] = [];
  #draft: Draft | undefined;
  #itemAt = 0;

  take(token: Token): void {
    if (!isTag(token)) {
      const way = this.#stack.slice(this.#itemAt);
      if (this.#draft && way.length > 0) addText(this.#draft, way, token);
    } else if (token.closing) this.#close(token.name);
    else this.#open(token);
  }

  #open(tag: Tag): void {
    if (this.#stack.length === 0 && !ROOT.has(tag.name)) throw new FeedError("It is neither RSS nor Atom.");
    if (this.#stack.length >= MAX_DEPTH) throw new FeedError("Its tags are too deep.");
    if (this.#draft && this.#stack.length === this.#itemAt) readAttributes(this.#draft, tag);
    if (tag.empty) return;
    this.#stack.push(tag.name);
    if (this.#draft || !ITEM.has(tag.name)) return;
    this.#draft = { texts: new Map(), categories: [] };
    this.#itemAt = this.#stack.length;
  }

  #close(name: string): void {
    if (this.#stack.at(-1) !== name) throw new FeedError("Its tags do not fit together.");
    if (this.#draft && this.#stack.length === this.#itemAt) {
      const item = toItem(this.#draft);
      if (item) this.items.push(item);
      this.#draft = undefined;
    }
    this.#stack.pop();
  }

  get isWhole(): boolean {
    return this.#stack.length === 0;
  }
}

/**
 * The entries of a feed, in its order; of a long one the first 500.
 * @throws FeedError for what is no feed, is not well-formed, declares entities, or is larger than 4 million
 *   characters or 200,000 tags
 */
export function parseFeed(xml: string): FeedItem[] {
  if (xml.length > MAX_CHARS) throw new FeedError("It is too large.");
  const reader = new Reader();
  let tags = 0;
  for (const token of tokensOf(xml)) {
    if (isTag(token) && ++tags > MAX_TAGS) throw new FeedError("It has too many tags.");
    reader.take(token);
    if (reader.items.length === MAX_ITEMS) return reader.items;
  }
  if (tags === 0 || !reader.isWhole) throw new FeedError("It is no XML, or only a part of it.");
  return reader.items;
}

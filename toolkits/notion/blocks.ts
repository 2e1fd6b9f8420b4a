/** Markdown as blocks of Notion, and plain values as its properties (developers.notion.com/reference/block, /property-value-object). */
import { toCodeLanguage } from "./code-languages";
import { readTable, rowGroups } from "./tables";

export type RichText = {
  type: "text";
  text: { content: string; link?: { url: string } };
  annotations?: Record<string, boolean>;
};
export type Block = { object: "block"; type: string; [type: string]: unknown };

/** Maximum characters of one text object. */
const MAX_TEXT = 2000;
/** The text between two signs must not contain the first of them: a text of opening signs is then read once. */
const INLINE =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|~~([^~\n]+)~~|(?<![\w*])[*_]([^*_\n]+)[*_](?![\w*])|\[([^[\]\n]+)\]\((https?:[^()\s]+)\)/g;

const pieces = (content: string): string[] => content.match(new RegExp(`[\\s\\S]{1,${MAX_TEXT}}`, "gu")) ?? [];

/** Text as it is, in pieces that Notion takes. */
export const plain = (content: string, more: { link?: string; mark?: string } = {}): RichText[] =>
  pieces(content).map((piece) => ({
    type: "text",
    text: { content: piece, ...(more.link && { link: { url: more.link } }) },
    ...(more.mark && { annotations: { [more.mark]: true } }),
  }));

/** Text with bold, italics, code, struck-out words and links. */
export function toRichText(source: string): RichText[] {
  const parts: RichText[] = [];
  let end = 0;
  for (const match of source.matchAll(INLINE)) {
    const [whole, code, bold, struck, italic, label, href] = match;
    parts.push(...plain(source.slice(end, match.index)));
    if (code !== undefined) parts.push(...plain(code, { mark: "code" }));
    else if (bold !== undefined) parts.push(...plain(bold, { mark: "bold" }));
    else if (struck !== undefined) parts.push(...plain(struck, { mark: "strikethrough" }));
    else if (italic !== undefined) parts.push(...plain(italic, { mark: "italic" }));
    else if (label !== undefined && href !== undefined) parts.push(...plain(label, { link: href }));
    end = match.index + whole.length;
  }
  return [...parts, ...plain(source.slice(end))];
}

export const block = (type: string, content: string, more: Record<string, unknown> = {}): Block => ({
  object: "block",
  type,
  [type]: { rich_text: toRichText(content), ...more },
});

type Rule = { pattern: RegExp; make: (match: RegExpExecArray) => Block };

const RULES: readonly Rule[] = [
  { pattern: /^(#{1,3})\s+(.*)$/, make: (match) => block(`heading_${match[1]?.length ?? 1}`, match[2] ?? "") },
  { pattern: /^#{4,6}\s+(.*)$/, make: (match) => block("heading_3", match[1] ?? "") },
  {
    pattern: /^\s*[-*]\s+\[([ xX])\]\s+(.*)$/,
    make: (match) => block("to_do", match[2] ?? "", { checked: match[1] !== " " }),
  },
  { pattern: /^(?:-{3,}|\*{3,})\s*$/, make: () => ({ object: "block", type: "divider", divider: {} }) },
  { pattern: /^\s*[-*+]\s+(.*)$/, make: (match) => block("bulleted_list_item", match[1] ?? "") },
  { pattern: /^\s*\d+[.)]\s+(.*)$/, make: (match) => block("numbered_list_item", match[1] ?? "") },
  { pattern: /^>\s?(.*)$/, make: (match) => block("quote", match[1] ?? "") },
];

function lineBlock(line: string): Block {
  for (const { pattern, make } of RULES) {
    const match = pattern.exec(line);
    if (match) return make(match);
  }
  return block("paragraph", line);
}

const codeBlock = (lines: string[], language: string): Block => ({
  object: "block",
  type: "code",
  code: { rich_text: plain(lines.join("\n")), language: toCodeLanguage(language) },
});

const rowBlock = (cells: string[]): Block => ({
  object: "block",
  type: "table_row",
  table_row: { cells: cells.map((cell) => toRichText(cell.replace(/<br ?\/?>/gi, "\n"))) },
});

const tableBlock = (header: string[], rows: string[][]): Block => ({
  object: "block",
  type: "table",
  table: {
    table_width: header.length,
    has_column_header: true,
    has_row_header: false,
    children: [header, ...rows].map(rowBlock),
  },
});

/** Makes one block per line; fenced code becomes one block, a table as many as it needs, empty lines none. */
export function toBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let code: { lines: string[]; language: string } | undefined;
  const lines = markdown.replace(/\r\n?/g, "\n").split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const fence = /^```(.*)/.exec(line);
    const table = code || fence ? undefined : readTable(lines, index);
    if (fence && code) {
      blocks.push(codeBlock(code.lines, code.language));
      code = undefined;
    } else if (fence) code = { lines: [], language: fence[1] ?? "" };
    else if (code) code.lines.push(line);
    else if (table) {
      blocks.push(...rowGroups(table).map((rows) => tableBlock(table.header, rows)));
      index += table.lines - 1;
    } else if (line.trim() !== "") blocks.push(lineBlock(line));
  }
  if (code) blocks.push(codeBlock(code.lines, code.language));
  return blocks;
}

/**
 * Limits of one request: sibling blocks, blocks in total, and characters
 * (developers.notion.com/reference/request-limits).
 */
const MAX_BLOCKS = 100;
const MAX_ALL_BLOCKS = 1000;
const MAX_CHARACTERS = 300_000;

const rowsOf = ({ table }: Block): number => (table as { children?: unknown[] } | undefined)?.children?.length ?? 0;

/** Blocks in the portions that one request each takes, in their order. */
export function portionsOf(blocks: readonly Block[]): Block[][] {
  const portions: Block[][] = [];
  let [count, characters] = [0, 0];
  for (const block of blocks) {
    const portion = portions.at(-1);
    const size = JSON.stringify(block).length;
    count += 1 + rowsOf(block);
    characters += size;
    if (portion && portion.length < MAX_BLOCKS && count <= MAX_ALL_BLOCKS && characters <= MAX_CHARACTERS)
      portion.push(block);
    else {
      portions.push([block]);
      [count, characters] = [1 + rowsOf(block), size];
    }
  }
  return portions;
}

const listOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map(String)
    : String(value)
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean);

const dateOf = (value: unknown) => {
  const [start, end] = Array.isArray(value) ? value.map(String) : String(value).split(/\s*(?:\/|,)\s*(?=\d{4}-)/);
  return { start, ...(end && { end }) };
};

const PROPERTIES: Readonly<Record<string, (value: unknown) => unknown>> = {
  title: (value) => plain(String(value)),
  rich_text: (value) => toRichText(String(value)),
  number: Number,
  select: (value) => ({ name: String(value) }),
  status: (value) => ({ name: String(value) }),
  multi_select: (value) => listOf(value).map((name) => ({ name })),
  date: dateOf,
  people: (value) => listOf(value).map((id) => ({ id })),
  relation: (value) => listOf(value).map((id) => ({ id })),
  files: (value) =>
    listOf(value).map((url) => ({ name: url.split("/").pop()?.slice(0, 100) || "file", external: { url } })),
  checkbox: (value) => YES.test(String(value)),
  url: String,
  email: String,
  phone_number: String,
};

const NUMBER = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;
const YES = /^(?:true|yes|1|on|checked|__yes__)$/i;
const NO = /^(?:false|no|0|off|unchecked|__no__)$/i;

/**
 * How a value must be written that its property cannot hold; undefined for one that can be read. Notion would store nothing
 * for such a number, and a checkbox would be empty.
 */
export function unreadable(type: string, value: unknown): string | undefined {
  if (value === null || value === "") return undefined;
  const text = String(value);
  if (type === "number" && typeof value !== "number" && !(typeof value === "string" && NUMBER.test(value)))
    return "a number without signs between its digits, such as 1000 or 0.5";
  if (type === "number" && !Number.isFinite(Number(value))) return "a number that is not larger";
  return type === "checkbox" && !YES.test(text) && !NO.test(text) ? "true or false" : undefined;
}

/** A property's value in Notion's form; undefined for a type that cannot be written. An empty text clears it. */
export function toProperty(type: string, value: unknown): Record<string, unknown> | undefined {
  const make = Object.hasOwn(PROPERTIES, type) ? PROPERTIES[type] : undefined;
  if (!make) return undefined;
  const isList = ["title", "rich_text", "multi_select", "people", "relation", "files"].includes(type);
  if (value === null || value === "") return { [type]: isList ? [] : type === "checkbox" ? false : null };
  return { [type]: make(value) };
}

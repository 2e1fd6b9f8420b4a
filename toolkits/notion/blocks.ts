/** Markdown as blocks of Notion (developers.notion.com/reference/block). */
import { toCodeLanguage } from "./code-languages";
import { plain, toRichText, type RichText } from "./rich-text";
import { readTable, rowGroups } from "./tables";

export type Block = { object: "block"; type: string; [type: string]: unknown };

/** Texts of one block; Notion takes lists of 100. */
const MAX_TEXTS = 100;
/** Levels of lists in lists; deeper items are at the last level. */
const MAX_DEPTH = 10;
const TAB = "    ";

type Content = { rich_text?: RichText[]; children?: Block[] } & Record<string, unknown>;

export const contentOf = (block: Block): Content => (block[block.type] ?? {}) as Content;

const isBlock = (value: unknown): boolean => typeof value === "object" && value !== null;

/** The blocks inside a block; none if a caller gave something else, which Notion refuses. */
export function childrenOf(block: Block): Block[] {
  const { children } = contentOf(block);
  return Array.isArray(children) && children.every(isBlock) ? children : [];
}

/** The number of blocks with those inside of them. */
export const countBlocks = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + 1 + countBlocks(childrenOf(block)), 0);

/** The levels of blocks inside of a block. */
export const levelsOf = (block: Block): number =>
  childrenOf(block).reduce((most, child) => Math.max(most, 1 + levelsOf(child)), 0);

/** A copy of the block that contains these blocks instead of its own. */
export function withChildren(block: Block, children: readonly Block[]): Block {
  const { children: _, ...content } = contentOf(block);
  return { ...block, [block.type]: children.length > 0 ? { ...content, children } : content };
}

export const block = (type: string, content: string, more: Record<string, unknown> = {}): Block => ({
  object: "block",
  type,
  [type]: { rich_text: toRichText(content), ...more },
});

/** A block with more texts than Notion takes, as several; what follows the first is a paragraph unless it is code. */
function splitTexts(source: Block): Block[] {
  const { rich_text: texts = [], ...content } = contentOf(source);
  if (texts.length <= MAX_TEXTS) return [source];
  const groups: RichText[][] = [];
  for (let from = 0; from < texts.length; from += MAX_TEXTS) groups.push(texts.slice(from, from + MAX_TEXTS));
  return groups.map((group, index) =>
    index === 0 || source.type === "code"
      ? { ...source, [source.type]: { ...content, rich_text: group } }
      : { object: "block", type: "paragraph", paragraph: { rich_text: group } },
  );
}

type Rule = { pattern: RegExp; make: (match: RegExpExecArray) => Block };

const LIST_RULES: readonly Rule[] = [
  {
    pattern: /^[-*+]\s+\[([ xX])\]\s+(.*)$/,
    make: (match) => block("to_do", match[2] ?? "", { checked: match[1] !== " " }),
  },
  { pattern: /^[-*+]\s+(.*)$/, make: (match) => block("bulleted_list_item", match[1] ?? "") },
  { pattern: /^\d+[.)]\s+(.*)$/, make: (match) => block("numbered_list_item", match[1] ?? "") },
];

const RULES: readonly Rule[] = [
  { pattern: /^(#{1,3})\s+(.*)$/, make: (match) => block(`heading_${match[1]?.length ?? 1}`, match[2] ?? "") },
  { pattern: /^#{4,6}\s+(.*)$/, make: (match) => block("heading_3", match[1] ?? "") },
  {
    pattern: /^!\[([^\]]*)\]\((https?:[^()\s]{1,2000})\)$/,
    make: (match) => ({
      object: "block",
      type: "image",
      image: { type: "external", external: { url: match[2] }, caption: plain(match[1] ?? "") },
    }),
  },
];

const DIVIDER = /^(?:-{3,}|\*{3,}|_{3,})\s*$/;

const makeBy = (rules: readonly Rule[], line: string): Block | undefined => {
  for (const { pattern, make } of rules) {
    const match = pattern.exec(line);
    if (match) return make(match);
  }
  return undefined;
};

const codeBlock = (lines: string[], language: string): Block => ({
  object: "block",
  type: "code",
  code: { rich_text: plain(lines.join("\n")), language: toCodeLanguage(language) },
});

const rowBlock = (cells: string[]): Block => ({
  object: "block",
  type: "table_row",
  table_row: { cells: cells.map((cell) => toRichText(cell.replace(/<br ?\/?>/gi, "\n")).slice(0, MAX_TEXTS)) },
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

/** Blocks as they grow line by line, with the items of lists that the next line can be inside of. */
class Outline {
  readonly blocks: Block[] = [];
  private open: { indent: number; item: Block }[] = [];

  /** Adds blocks below the innermost item that is indented less. */
  add(indent: number, blocks: readonly Block[], isItem: boolean): void {
    while (this.open.length > 0 && indent < (this.open.at(-1)?.indent ?? 0) + 2) this.open.pop();
    const parent = this.open.at(-1)?.item;
    const parts = blocks.flatMap(splitTexts);
    if (parent) (contentOf(parent).children ??= []).push(...parts);
    else this.blocks.push(...parts);
    const [item] = parts;
    if (isItem && item && this.open.length < MAX_DEPTH) this.open.push({ indent, item });
  }
}

/** The lines of a fenced code from the line behind its fence, and the number of lines with the fence that ends it. */
function readCode(lines: readonly string[], from: number, indent: number): { code: string[]; count: number } {
  const code: string[] = [];
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (/^\s*```/.test(line)) return { code, count: code.length + 1 };
    code.push(line.slice(0, indent).trim() === "" ? line.slice(indent) : line);
  }
  return { code, count: code.length };
}

function readQuote(lines: readonly string[], from: number): string[] {
  const quote: string[] = [];
  for (let index = from; /^\s*>/.test(lines[index] ?? ""); index += 1)
    quote.push((lines[index] ?? "").replace(/^\s*>\s?/, ""));
  return quote;
}

/** Adds what begins at a line; returns how many lines it has. */
function addAt(outline: Outline, lines: readonly string[], index: number): number {
  const line = lines[index] ?? "";
  const text = line.trimStart();
  const indent = line.length - text.length;
  if (text === "") return 1;
  if (text.startsWith("```")) {
    const { code, count } = readCode(lines, index + 1, indent);
    outline.add(indent, [codeBlock(code, text.slice(3))], false);
    return count + 1;
  }
  const table = readTable(lines, index);
  if (table) {
    outline.add(
      indent,
      rowGroups(table).map((rows) => tableBlock(table.header, rows)),
      false,
    );
    return table.lines;
  }
  if (text.startsWith(">")) {
    const quote = readQuote(lines, index);
    outline.add(indent, [block("quote", quote.join("\n"))], false);
    return quote.length;
  }
  const item = DIVIDER.test(text) ? undefined : makeBy(LIST_RULES, text);
  const divider: Block = { object: "block", type: "divider", divider: {} };
  const other = DIVIDER.test(text) ? divider : (makeBy(RULES, text) ?? block("paragraph", text));
  outline.add(indent, [item ?? other], item !== undefined);
  return 1;
}

/**
 * Blocks of Markdown: one for each line, item, quote, code and table, with lists inside of lists where they are
 * indented. Empty lines are left out.
 */
export function toBlocks(markdown: string): Block[] {
  const outline = new Outline();
  const lines = markdown
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.replace(/^[\t ]+/, (space) => space.replaceAll("\t", TAB)));
  for (let index = 0; index < lines.length; ) index += addAt(outline, lines, index);
  return outline.blocks;
}

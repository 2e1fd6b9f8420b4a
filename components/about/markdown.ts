/** Reads the Markdown of the documents: headings, paragraphs, lists, tables and code. */

import { toAddress } from "@/lib/contract/guides";

export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; ordered: boolean; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "code"; language: string; text: string };

export type Span =
  | { kind: "text" | "code" | "strong" | "emphasis"; text: string }
  | { kind: "link"; text: string; href: string };

const FENCE = /^\s*```(\w*)/;
const HEADING = /^(#{1,6}) (.*)$/;
const ITEM = /^\s*(?:[-*]|(\d+)\.) (.*)$/;
const ROW = /^\|.*\|\s*$/;

/** Splits a row at its pipes, but not at pipes inside code or after a backslash. */
const toCells = (row: string): string[] =>
  [
    ...row
      .trim()
      .slice(1, -1)
      .matchAll(/(?:`[^`]*`|\\.|[^|])+/g),
  ].map(([cell]) => cell.trim().replaceAll("\\|", "|"));

/** The number of lines from `at` that belong to a paragraph or an item. */
function countContinued(lines: readonly string[], startIndex: number): number {
  const end = lines.findIndex(
    (line, n) => n >= startIndex && (line.trim() === "" || [FENCE, HEADING, ITEM, ROW].some((mark) => mark.test(line))),
  );
  return (end === -1 ? lines.length : end) - startIndex;
}

/** The block at the start of these lines, and its number of lines. */
function takeBlock(lines: readonly string[]): [Block, number] {
  const [first = ""] = lines;
  const fence = FENCE.exec(first);
  if (fence) {
    const end = lines.findIndex((line, n) => n > 0 && FENCE.test(line));
    const inside = lines.slice(1, end === -1 ? lines.length : end);
    return [{ kind: "code", language: fence[1] ?? "", text: inside.join("\n") }, inside.length + 2];
  }
  const heading = HEADING.exec(first);
  if (heading) return [{ kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "" }, 1];
  if (ROW.test(first)) {
    const end = lines.findIndex((line) => !ROW.test(line));
    const [head = [], , ...rows] = lines.slice(0, end === -1 ? lines.length : end).map(toCells);
    return [{ kind: "table", head, rows }, end === -1 ? lines.length : end];
  }
  if (ITEM.test(first)) return takeList(lines);
  const count = 1 + countContinued(lines, 1);
  return [{ kind: "paragraph", text: joined(lines.slice(0, count)) }, count];
}

const joined = (lines: readonly string[]): string => lines.map((line) => line.trim()).join(" ");

function takeList(lines: readonly string[]): [Block, number] {
  const items: string[] = [];
  const ordered = ITEM.exec(lines[0] ?? "")?.[1] !== undefined;
  let index = 0;
  for (let item = ITEM.exec(lines[index] ?? ""); item; item = ITEM.exec(lines[index] ?? "")) {
    const more = countContinued(lines, index + 1);
    items.push(joined([item[2] ?? "", ...lines.slice(index + 1, index + 1 + more)]));
    index += 1 + more;
  }
  return [{ kind: "list", ordered, items }, index];
}

/** All blocks of a document, in order. */
export function toBlocks(markdown: string): Block[] {
  const lines = markdown.split("\n");
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; ) {
    if ((lines[index] ?? "").trim() === "") {
      index += 1;
      continue;
    }
    const [block, lineCount] = takeBlock(lines.slice(index));
    blocks.push(block);
    index += Math.max(1, lineCount);
  }
  return blocks;
}

const SPAN = /`([^`]+)`|\*\*(.+?)\*\*|\[((?:`[^`]*`|[^\]])+)\]\(([^)\s]+)\)|(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g;

/** The formatted parts of a line; bold text can contain code and links of its own. */
export function toSpans(text: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(SPAN)) {
    if (match.index > end) spans.push({ kind: "text", text: text.slice(end, match.index) });
    const [whole, code, strong, label, href, emphasis] = match;
    if (code !== undefined) spans.push({ kind: "code", text: code });
    else if (strong !== undefined) spans.push({ kind: "strong", text: strong });
    else if (label !== undefined && href !== undefined) spans.push({ kind: "link", text: label, href });
    else spans.push({ kind: "emphasis", text: emphasis ?? "" });
    end = match.index + whole.length;
  }
  if (end < text.length) spans.push({ kind: "text", text: text.slice(end) });
  return spans;
}

/** A heading's anchor in the URL, as the links of the documents use it. */
export const toAnchor = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** `../b/c.md` of `a/x.md` is `b/c.md`; undefined outside the folder of documents. */
function resolvePath(href: string, file: string): string | undefined {
  const parts = file.split("/").slice(0, -1);
  for (const part of href.split("/"))
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== ".") parts.push(part);
  return parts.join("/");
}

/**
 * The target in the product for a link in the document `file`; undefined for files that exist only in the installation.
 */
export function toTarget(href: string, file: string, files: readonly string[]): string | undefined {
  if (/^https?:\/\//.test(href) || href.startsWith("#")) return href;
  const [name = "", anchor] = href.split("#");
  const target = resolvePath(name, file);
  if (target === undefined || !files.includes(target)) return undefined;
  return `${toAddress(target)}${anchor ? `#${anchor}` : ""}`;
}

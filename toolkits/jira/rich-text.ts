/**
 * Plain text with a little Markdown as a document of Atlassian's format (developer.atlassian.com, Atlassian Document
 * Format).
 */

type Mark = { type: "strong" | "em" | "code" } | { type: "link"; attrs: { href: string } };
type Node = { type: string; attrs?: Record<string, unknown>; text?: string; marks?: Mark[]; content?: Node[] };
export type RichText = { type: "doc"; version: 1; content: Node[] };

/** The text between two signs must not contain the first of them: a text of opening signs is then read once. */
const INLINE =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|(?<![\w*])[*_]([^*_\n]+)[*_](?![\w*])|\[([^[\]\n]+)\]\((https?:[^()\s]+)\)/g;

const text = (value: string, marks?: Mark[]): Node[] =>
  value === "" ? [] : [{ type: "text", text: value, ...(marks ? { marks } : {}) }];

function inline(line: string): Node[] {
  const nodes: Node[] = [];
  let end = 0;
  for (const match of line.matchAll(INLINE)) {
    const [whole, code, strong, em, label, href] = match;
    nodes.push(...text(line.slice(end, match.index)));
    if (code !== undefined) nodes.push(...text(code, [{ type: "code" }]));
    else if (strong !== undefined) nodes.push(...text(strong, [{ type: "strong" }]));
    else if (em !== undefined) nodes.push(...text(em, [{ type: "em" }]));
    else if (label !== undefined && href !== undefined) nodes.push(...text(label, [{ type: "link", attrs: { href } }]));
    end = match.index + whole.length;
  }
  return [...nodes, ...text(line.slice(end))];
}

const paragraph = (lines: readonly string[]): Node => ({
  type: "paragraph",
  content: lines.flatMap((line, index) => [...(index > 0 ? [{ type: "hardBreak" }] : []), ...inline(line)]),
});

const item = (line: string): Node => ({ type: "listItem", content: [paragraph([line])] });

const LISTS = [
  { pattern: /^[-*]\s+/, type: "bulletList" },
  { pattern: /^\d+[.)]\s+/, type: "orderedList" },
] as const;
const BEGINS_A_BLOCK = /^(#{1,6}\s|[-*]\s|\d+[.)]\s)/;

/** The place of the first line from `from` on that `ends` a block. */
function endOf(lines: readonly string[], from: number, ends: (line: string) => boolean): number {
  let index = from;
  while (index < lines.length && !ends(lines[index] ?? "")) index++;
  return index;
}

/** The blocks of lines without an empty one between them. */
function blocks(lines: readonly string[]): Node[] {
  const nodes: Node[] = [];
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] ?? "";
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const list = LISTS.find(({ pattern }) => pattern.test(line));
    if (heading) {
      nodes.push({ type: "heading", attrs: { level: heading[1]?.length ?? 1 }, content: inline(heading[2] ?? "") });
      index++;
    } else if (list) {
      const end = endOf(lines, index, (line) => !list.pattern.test(line));
      nodes.push({
        type: list.type,
        content: lines.slice(index, end).map((line) => item(line.replace(list.pattern, ""))),
      });
      index = end;
    } else {
      const end = endOf(lines, index + 1, (line) => BEGINS_A_BLOCK.test(line));
      nodes.push(paragraph(lines.slice(index, end)));
      index = end;
    }
  }
  return nodes;
}

/** Headings, lists, fenced code, bold, italics, code and links become what they mean; everything else stays text. */
export function toRichText(source: string): RichText {
  const content: Node[] = [];
  let block: string[] = [];
  let code: string[] | undefined;
  const flush = () => {
    for (const node of blocks(block)) content.push(node);
    block = [];
  };
  for (const line of source.replace(/\r\n?/g, "\n").split("\n")) {
    if (line.startsWith("```")) {
      if (code) content.push({ type: "codeBlock", content: text(code.join("\n")) });
      else flush();
      code = code ? undefined : [];
    } else if (code) code.push(line);
    else if (line.trim() === "") flush();
    else block.push(line);
  }
  if (code) content.push({ type: "codeBlock", content: text(code.join("\n")) });
  flush();
  return { type: "doc", version: 1, content: content.length > 0 ? content : [{ type: "paragraph", content: [] }] };
}

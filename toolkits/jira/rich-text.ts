/** Plain text with a little Markdown as a document of Atlassian's format (developer.atlassian.com, Atlassian Document Format). */

type Mark = { type: "strong" | "em" | "code" } | { type: "link"; attrs: { href: string } };
type Node = { type: string; attrs?: Record<string, unknown>; text?: string; marks?: Mark[]; content?: Node[] };
export type RichText = { type: "doc"; version: 1; content: Node[] };

const INLINE =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|(?<![\w*])[*_]([^*_\n]+)[*_](?![\w*])|\[([^\]\n]+)\]\((https?:[^)\s]+)\)/g;

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

const paragraph = (lines: string[]): Node => ({
  type: "paragraph",
  content: lines.flatMap((line, at) => [...(at > 0 ? [{ type: "hardBreak" }] : []), ...inline(line)]),
});

const item = (line: string): Node => ({ type: "listItem", content: [paragraph([line])] });

/** One block: lines without an empty one between them. */
function blocks(lines: string[]): Node[] {
  const [first = ""] = lines;
  const heading = /^(#{1,6})\s+(.*)$/.exec(first);
  if (heading)
    return [
      { type: "heading", attrs: { level: heading[1]?.length ?? 1 }, content: inline(heading[2] ?? "") },
      ...(lines.length > 1 ? blocks(lines.slice(1)) : []),
    ];
  for (const [pattern, type] of [
    [/^[-*]\s+/, "bulletList"],
    [/^\d+[.)]\s+/, "orderedList"],
  ] as const) {
    const listed = lines.findIndex((line) => !pattern.test(line));
    const count = listed === -1 ? lines.length : listed;
    if (count > 0)
      return [
        { type, content: lines.slice(0, count).map((line) => item(line.replace(pattern, ""))) },
        ...(count < lines.length ? blocks(lines.slice(count)) : []),
      ];
  }
  const next = lines.findIndex((line, at) => at > 0 && /^(#{1,6}\s|[-*]\s|\d+[.)]\s)/.test(line));
  return next === -1 ? [paragraph(lines)] : [paragraph(lines.slice(0, next)), ...blocks(lines.slice(next))];
}

/** Headings, lists, fenced code, bold, italics, code and links become what they mean; everything else stays text. */
export function toRichText(source: string): RichText {
  const content: Node[] = [];
  let block: string[] = [];
  let code: string[] | undefined;
  const flush = () => {
    if (block.length > 0) content.push(...blocks(block));
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

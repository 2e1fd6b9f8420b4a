/** A document of Atlassian's format as Markdown (developer.atlassian.com, Atlassian Document Format). */

type Mark = { type?: string; attrs?: { href?: string } };
type Node = { type?: string; text?: string; marks?: Mark[]; attrs?: Record<string, unknown>; content?: Node[] };

/** Lists and quotes in lists and quotes; anything deeper is left out. */
const MAX_DEPTH = 20;

const attribute = (node: Node, ...names: string[]): string => {
  const value = names.map((name) => node.attrs?.[name]).find((text) => typeof text === "string" && text !== "");
  return typeof value === "string" ? value : "";
};

/** A text with its marks; code has no others. */
function marked({ text = "", marks = [] }: Node): string {
  if (text.trim() === "") return text;
  const has = (type: string): boolean => marks.some((mark) => mark.type === type);
  if (has("code")) return `\`${text}\``;
  let words = text;
  if (has("strong")) words = `**${words}**`;
  if (has("em")) words = `*${words}*`;
  if (has("strike")) words = `~~${words}~~`;
  const href = marks.find(({ type }) => type === "link")?.attrs?.href;
  return href === undefined ? words : href === text ? href : `[${words}](${href})`;
}

const INLINE: Readonly<Record<string, (node: Node) => string>> = {
  text: marked,
  hardBreak: () => "\n",
  mention: (node) => (attribute(node, "text") || `@${attribute(node, "id")}`).replace(/^(?!@)/, "@"),
  emoji: (node) => attribute(node, "text", "shortName"),
  inlineCard: (node) => attribute(node, "url"),
  status: (node) => attribute(node, "text"),
  date: (node) => {
    const text = attribute(node, "timestamp");
    const time = new Date(text === "" ? Number.NaN : Number(text));
    return Number.isNaN(time.getTime()) ? "" : time.toISOString().slice(0, 10);
  },
};

const inline = (nodes: readonly Node[] = []): string =>
  nodes.map((node) => INLINE[node.type ?? ""]?.(node) ?? "").join("");

const indented = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`);

/** One line of a table. A pattern of spaces around line breaks would read long runs of spaces again and again. */
const cell = (node: Node, depth: number): string =>
  blocks(node.content, depth)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ")
    .replaceAll("|", "\\|");

function table({ content: rows = [] }: Node, depth: number): string {
  const lines = rows.map(({ content: cells = [] }) => `| ${cells.map((node) => cell(node, depth)).join(" | ")} |`);
  const columns = rows[0]?.content?.length ?? 0;
  return [lines[0] ?? "", `|${" --- |".repeat(columns)}`, ...lines.slice(1)].join("\n");
}

const list = (node: Node, depth: number, mark: (item: Node, index: number) => string): string =>
  (node.content ?? [])
    .map((item, index) => {
      const start = mark(item, index);
      const isPlain = item.content?.[0]?.type === "text";
      const text = isPlain ? inline(item.content) : blocks(item.content, depth, "\n");
      return `${start}${indented(text, " ".repeat(start.length))}`;
    })
    .join("\n");

const BLOCKS: Readonly<Record<string, (node: Node, depth: number) => string>> = {
  paragraph: (node) => inline(node.content),
  heading: (node) => `${"#".repeat(Math.min(Math.max(Number(node.attrs?.level) || 1, 1), 6))} ${inline(node.content)}`,
  codeBlock: (node) => `\`\`\`${attribute(node, "language")}\n${inline(node.content)}\n\`\`\``,
  blockquote: (node, depth) => `> ${indented(blocks(node.content, depth), "> ")}`,
  panel: (node, depth) => `> ${indented(blocks(node.content, depth), "> ")}`,
  rule: () => "---",
  bulletList: (node, depth) => list(node, depth, () => "- "),
  orderedList: (node, depth) => list(node, depth, (_, index) => `${(Number(node.attrs?.order) || 1) + index}. `),
  taskList: (node, depth) => list(node, depth, (item) => (attribute(item, "state") === "DONE" ? "- [x] " : "- [ ] ")),
  decisionList: (node, depth) => list(node, depth, () => "- "),
  table,
  blockCard: (node) => attribute(node, "url"),
  media: (node) => `[attached: ${attribute(node, "alt", "id", "url") || "a file"}]`,
};

function blocks(nodes: readonly Node[] = [], depth = 0, between = "\n\n"): string {
  if (depth > MAX_DEPTH) return "";
  return nodes
    .map((node) => {
      const write = BLOCKS[node.type ?? ""];
      if (write) return write(node, depth + 1);
      return INLINE[node.type ?? ""]?.(node) ?? blocks(node.content, depth + 1, between);
    })
    .filter((text) => text !== "")
    .join(between);
}

/** The text of a document, or of a plain text as older sites have it; "" without a text. */
export function fromRichText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || typeof value !== "object") return "";
  return blocks((value as Node).content).trim();
}

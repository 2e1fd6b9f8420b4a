/** The guides as their pages show them. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readGuideText, withoutFrontMatter, type GuideNode, type GuideText } from "@/lib/contract/markdown/guide-text";
import { inRoot } from "@/scripts/paths.mjs";
import { GUIDES } from "@/lib/contract/guides";
import { toTarget } from "./to-target";

const FILES = GUIDES.map(({ file }) => file);

it.each([
  ["webhooks.md#listen", "/docs/triggers-and-webhooks/webhooks#listen"],
  ["./webhooks.md", "/docs/triggers-and-webhooks/webhooks"],
  ["../reference/words.md", "/docs/reference/words"],
  ["#here", "#here"],
  ["https://example.com/a", "https://example.com/a"],
  ["../../lib/search/index.ts", undefined],
  ["../../../../etc/passwd", undefined],
  ["../decisions/0001-x.md", undefined],
  ["javascript:alert(1)", undefined],
])("a link of the guide of triggers to %s leads to %s", (href, target) =>
  expect(toTarget(href, "triggers-and-webhooks/triggers.md", FILES)).toBe(target),
);

/** What the component of guides draws; anything else would be shown as plain text. */
const DRAWN = [
  ...["blockquote", "break", "code", "emphasis", "heading", "inlineCode", "link", "list", "listItem", "paragraph"],
  ...["strong", "table", "tableCell", "tableRow", "text", "thematicBreak", "html"],
];

const allNodes = (nodes: readonly GuideNode[]): GuideNode[] =>
  nodes.flatMap((node) => [node, ...("children" in node ? allNodes(node.children) : [])]);
const anchorsOf = ({ headings }: GuideText): string[] => headings.map(({ anchor }) => anchor);

describe.each(GUIDES)("$file", ({ file, title }) => {
  const markdown = withoutFrontMatter(readFileSync(inRoot("docs", file), "utf8"));
  const text = readGuideText(markdown);
  const nodes = allNodes(text.blocks);
  it("begins with its title, and no block of code is left open", () => {
    expect(markdown.split("\n")[0]).toBe(`# ${title}`);
    expect(text.title).toBe(title);
    expect(markdown.split("\n").filter((line) => line.trimStart().startsWith("```")).length % 2).toBe(0);
  });
  it("has only what its page can draw, and no HTML but comments", () => {
    expect([...new Set(nodes.map(({ type }) => type))].filter((type) => !DRAWN.includes(type))).toEqual([]);
    for (const node of nodes) if (node.type === "html") expect(node.value).toMatch(/^<!--[^]*-->$/);
  });
  it("has a cell for each column of its tables", () => {
    for (const node of nodes)
      if (node.type === "table")
        for (const row of node.children) expect(row.children).toHaveLength(node.children[0]?.children.length ?? 0);
  });
  it("links to headings, guides and files that exist", () => {
    for (const node of nodes) {
      if (node.type !== "link" || /^https?:/.test(node.url)) continue;
      const [name = "", anchor] = node.url.split("#");
      const target = name ? path.join(inRoot("docs", path.dirname(file)), name) : inRoot("docs", file);
      expect(existsSync(target), node.url).toBe(true);
      if (anchor) expect(anchorsOf(readGuideText(readFileSync(target, "utf8")))).toContain(anchor);
    }
  });
});

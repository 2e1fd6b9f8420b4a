/** The documents as their pages show them. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";
import { GUIDES } from "@/lib/contract/guides";
import { toAnchor, toBlocks, toSpans, toTarget } from "./markdown";

const FILES = GUIDES.map(({ file }) => file);

it("reads headings, paragraphs of several lines, lists, tables and code", () =>
  expect(
    toBlocks(
      "# Title\n\nOne\nline.\n- first\n  goes on\n- second\n\n1. step\n\n| a | b |\n| --- | --- |\n| " +
        "`x|y` | |\n\n```ts\n# no title\n```\nEnd",
    ),
  ).toEqual([
    { kind: "heading", level: 1, text: "Title" },
    { kind: "paragraph", text: "One line." },
    { kind: "list", ordered: false, items: ["first goes on", "second"] },
    { kind: "list", ordered: true, items: ["step"] },
    { kind: "table", head: ["a", "b"], rows: [["`x|y`", ""]] },
    { kind: "code", language: "ts", text: "# no title" },
    { kind: "paragraph", text: "End" },
  ]));

it("reads code, bold, emphasis and links in a line, and leaves other stars alone", () =>
  expect(toSpans("A `b*c*` **bold** *and* [the `d`](words.md#e) 2 * 3")).toEqual([
    { kind: "text", text: "A " },
    { kind: "code", text: "b*c*" },
    { kind: "text", text: " " },
    { kind: "strong", text: "bold" },
    { kind: "text", text: " " },
    { kind: "emphasis", text: "and" },
    { kind: "text", text: " " },
    { kind: "link", text: "the `d`", href: "words.md#e" },
    { kind: "text", text: " 2 * 3" },
  ]));

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

const anchorsOf = (blocks: ReturnType<typeof toBlocks>): string[] =>
  blocks.flatMap((block) => (block.kind === "heading" ? [toAnchor(block.text)] : []));

describe.each(FILES)("%s", (file) => {
  const text = readFileSync(inRoot("docs", file), "utf8");
  const blocks = toBlocks(text);
  it("begins with its title, and no block is left open", () => {
    expect(blocks[0]).toMatchObject({ kind: "heading", level: 1 });
    expect(text.split("\n").filter((line) => line.trimStart().startsWith("```")).length % 2).toBe(0);
  });
  it("has a cell for each column of its tables", () => {
    for (const block of blocks)
      if (block.kind === "table") for (const row of block.rows) expect(row).toHaveLength(block.head.length);
  });
  it("links to headings, documents and files that exist", () => {
    for (const [, href = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(href)) continue;
      const [name = "", anchor] = href.split("#");
      const target = name ? path.join(inRoot("docs", path.dirname(file)), name) : inRoot("docs", file);
      expect(existsSync(target), href).toBe(true);
      if (anchor) expect(anchorsOf(toBlocks(readFileSync(target, "utf8")))).toContain(anchor);
    }
  });
});

/** The Markdown of a guide as a tree (https://github.com/syntax-tree/mdast), and what its headings are. */
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { toString } from "mdast-util-to-string";
import { gfmTable } from "micromark-extension-gfm-table";

type Root = ReturnType<typeof fromMarkdown>;

/** A node of the tree, but for the whole: a block, or a part of a line. */
export type GuideNode = Root["children"][number];

/** A node of one kind. */
export type GuideNodeOf<Type extends GuideNode["type"]> = Extract<GuideNode, { type: Type }>;

/** A heading of a guide; `anchor` is its name in addresses. */
export type GuideHeading = { level: number; text: string; anchor: string };

/** `blocks` are without the title. */
export type GuideText = { title: string; headings: readonly GuideHeading[]; blocks: readonly GuideNode[] };

/** The text of a node and of everything in it. */
export const toPlainText = (node: GuideNode): string => toString(node);

const parse = (markdown: string): Root =>
  fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });

/** Lines of names and values between two lines of dashes, before the title. */
const FRONT_MATTER = /^---\n(?:\w+: .*\n)*---\n+/;

/** The guide as its readers get it. */
export const withoutFrontMatter = (markdown: string): string => markdown.replace(FRONT_MATTER, "");

const toAnchor = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** Anchors as code hosts write them: the second "Limits" of a guide is `limits-1`. */
function toHeadings(blocks: readonly GuideNode[]): GuideHeading[] {
  const uses = new Map<string, number>();
  return blocks.flatMap((block) => {
    if (block.type !== "heading") return [];
    const text = toString(block);
    const anchor = toAnchor(text);
    const count = uses.get(anchor) ?? 0;
    uses.set(anchor, count + 1);
    return [{ level: block.depth, text, anchor: count === 0 ? anchor : `${anchor}-${count}` }];
  });
}

/** Reads a guide, whose first block is its title. */
export function readGuideText(markdown: string): GuideText {
  const [first, ...blocks] = parse(withoutFrontMatter(markdown)).children;
  return { title: first ? toString(first) : "", headings: toHeadings(blocks), blocks };
}

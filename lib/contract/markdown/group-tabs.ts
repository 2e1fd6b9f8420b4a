/**
 * Parts of a guide that show the same thing in several languages. A reader sees one of them, on a tab. In the Markdown
 * they are sections in a row whose headings are names of languages, or blocks of code in a row.
 */
import type { GuideNode, GuideNodeOf } from "./guide-text";

/** `heading` is absent for a block of code alone. */
export type LanguageTab = { name: string; heading?: GuideNodeOf<"heading">; blocks: readonly GuideNode[] };
export type TabGroup = { type: "tabs"; tabs: readonly LanguageTab[] };

const NAMES: readonly string[] = ["TypeScript", "Python", "curl", "MCP"];
const LANGUAGES: Readonly<Record<string, string>> = { ts: "TypeScript", js: "TypeScript", python: "Python" };

/** A tab and the index of the block after it. */
type Reading = { tab: LanguageTab; end: number };

function readSection(blocks: readonly GuideNode[], start: number): Reading | undefined {
  const heading = blocks[start];
  if (heading?.type !== "heading") return undefined;
  const [text] = heading.children;
  if (heading.children.length !== 1 || text?.type !== "text" || !NAMES.includes(text.value)) return undefined;
  const length = blocks.slice(start + 1).findIndex((block) => block.type === "heading" && block.depth <= heading.depth);
  const end = length < 0 ? blocks.length : start + 1 + length;
  return { tab: { name: text.value, heading, blocks: blocks.slice(start + 1, end) }, end };
}

/** Commands are a language of their own only where they call an operation. */
function readCode(blocks: readonly GuideNode[], start: number): Reading | undefined {
  const block = blocks[start];
  if (block?.type !== "code") return undefined;
  const isCurl = (block.lang === "sh" || block.lang === "bash") && block.value.startsWith("curl ");
  const name = isCurl ? "curl" : LANGUAGES[block.lang ?? ""];
  return name === undefined ? undefined : { tab: { name, blocks: [block] }, end: start + 1 };
}

/** Tabs in a row from `start` on, each with a name of its own, and headings of one level. */
function readRow(blocks: readonly GuideNode[], start: number): { tabs: LanguageTab[]; end: number } {
  const tabs: LanguageTab[] = [];
  let end = start;
  for (;;) {
    const next = readSection(blocks, end) ?? readCode(blocks, end);
    const isOther = tabs.some(
      ({ name, heading }) => name === next?.tab.name || heading?.depth !== next?.tab.heading?.depth,
    );
    if (!next || isOther) return { tabs, end };
    tabs.push(next.tab);
    end = next.end;
  }
}

/** The blocks of a guide, with a group in place of blocks that show the same thing in two or more languages. */
export function groupTabs(blocks: readonly GuideNode[]): (GuideNode | TabGroup)[] {
  const parts: (GuideNode | TabGroup)[] = [];
  for (let index = 0; index < blocks.length; ) {
    const { tabs, end } = readRow(blocks, index);
    const block = blocks[index++];
    if (tabs.length > 1) {
      parts.push({ type: "tabs", tabs });
      index = end;
    } else if (block) parts.push(block);
  }
  return parts;
}

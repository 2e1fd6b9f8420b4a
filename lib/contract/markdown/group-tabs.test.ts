/** Which parts of a guide are tabs: sections and blocks of code in several languages. */
import { expect, it } from "vitest";
import { readGuideText } from "./guide-text";
import { groupTabs } from "./group-tabs";

/** The parts in one word each; a group has the names of its tabs, each with the count of its blocks. */
const partsOf = (markdown: string): string[] =>
  groupTabs(readGuideText(`# T\n\n${markdown}`).blocks).map((part) =>
    part.type === "tabs" ? part.tabs.map(({ name, blocks }) => `${name} ${blocks.length}`).join(", ") : part.type,
  );

const TS = "```ts\nf();\n```\n";
const PYTHON = "```python\nf()\n```\n";
const CURL = "```sh\ncurl https://example.com\n```\n";
const INSTALL = "```sh\nnpm install x\n```\n";

it.each([
  [
    "sections in a row",
    `## TypeScript\n\n${INSTALL}\nText\n\n${TS}\n## Python\n\n${PYTHON}\n## Next\n`,
    ["TypeScript 3, Python 1", "heading"],
  ],
  [
    "sections at the end, with parts of their own",
    `### curl\n\n${CURL}\n### MCP\n\n#### First\n\nText\n`,
    ["curl 1, MCP 2"],
  ],
  ["one section", `## Python\n\n${PYTHON}\n## Next\n`, ["heading", "code", "heading"]],
  [
    "sections of different levels",
    `## TypeScript\n\n${TS}\n### Python\n\n${PYTHON}\n## Next\n`,
    ["heading", "code", "heading", "code", "heading"],
  ],
  [
    "headings with other words",
    `## TypeScript first\n\n${TS}\n## Python\n\n${PYTHON}`,
    ["heading", "code", "heading", "code"],
  ],
  [
    "blocks of code in a row",
    `Text\n\n${TS}\n${PYTHON}\n${CURL}\nText\n`,
    ["paragraph", "TypeScript 1, Python 1, curl 1", "paragraph"],
  ],
  ["blocks with text between them", `${TS}\nText\n\n${PYTHON}`, ["code", "paragraph", "code"]],
  ["commands before a program", `${INSTALL}\n${TS}`, ["code", "code"]],
  ["two blocks of one language", `${TS}\n${TS}\n${PYTHON}`, ["code", "TypeScript 1, Python 1"]],
] as const)("%s", (_name, markdown, parts) => expect(partsOf(markdown)).toEqual(parts));

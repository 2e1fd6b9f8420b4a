/**
 * The blocks of code in the guides. The words after the language of a block are for its check:
 * - `body=<id>` or `answer=<id>`: JSON that fits the request or the response of this operation; `answer=error` an error
 * - `file="<name>"`: a file of the catalog, or a part of one
 * - `fragment="<reason>"`: it can't run as it is written
 *
 * Programs and commands without a word are complete: e2e/docs/snippets.spec.ts runs them against a server.
 */
import { readFileSync } from "node:fs";
import { GUIDES } from "../../lib/contract/guides";
import { readGuideText, withoutFrontMatter, type GuideNode } from "../../lib/contract/markdown/guide-text";
import { inRoot } from "../../scripts/paths.mjs";

export type GuideBlock = {
  /** The path of the guide in `docs/`. */
  file: string;
  line: number;
  language: string;
  code: string;
  words: Readonly<Record<string, string>>;
};

/** Diagrams and patterns in plain characters are no code. */
const DRAWINGS = ["", "text"];
const PROGRAMS = ["ts", "js", "python"];
const COMMANDS = ["sh", "bash"];

/** Guides whose blocks another test reads and checks, by language. */
const CHECKED_ELSEWHERE: readonly [file: RegExp, languages: readonly string[], test: string][] = [
  [/^connect-users\/slack-app\.md$/, ["yaml"], "components/auth-configs/app-guide.test.ts"],
  [/^own-toolkits\/examples\.md$/, ["yaml", "json", "http"], "lib/own-toolkits/examples.db.test.ts"],
  [
    /^own-toolkits\/(from-a-document|by-hand|integration-yaml)\.md$/,
    ["yaml", "json"],
    "lib/own-toolkits/documents.test.ts",
  ],
  [/^quickstarts\//, ["json", "toml"], "components/connect-agent/quickstarts.test.ts"],
  // Commands of clients that only a person can sign in to.
  [/^quickstarts\/(claude-code|codex|gemini-cli|vscode)\.md$/, ["sh"], "components/connect-agent/quickstarts.test.ts"],
  [/^reference\/architecture\.md$/, ["mermaid"], "scripts/check/rooms-picture.test.ts"],
];

const allNodes = (nodes: readonly GuideNode[]): GuideNode[] =>
  nodes.flatMap((node) => [node, ...("children" in node ? allNodes(node.children) : [])]);

const toWords = (meta: string): Record<string, string> =>
  Object.fromEntries(
    [...meta.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)].map(([, name, quoted, bare]) => [name, quoted ?? bare]),
  );

function readBlocks(file: string): GuideBlock[] {
  const markdown = readFileSync(inRoot("docs", file), "utf8");
  const linesBefore = markdown.split("\n").length - withoutFrontMatter(markdown).split("\n").length;
  return allNodes(readGuideText(markdown).blocks).flatMap((node) => {
    if (node.type !== "code" || DRAWINGS.includes(node.lang ?? "")) return [];
    const line = linesBefore + (node.position?.start.line ?? 0);
    return [{ file, line, language: node.lang ?? "", code: node.value, words: toWords(node.meta ?? "") }];
  });
}

export const GUIDE_BLOCKS: readonly GuideBlock[] = GUIDES.flatMap(({ file }) => readBlocks(file));

/** The test that checks a block which has no words of its own. */
export const otherTestOf = ({ file, language }: GuideBlock): string | undefined =>
  CHECKED_ELSEWHERE.find(([files, languages]) => files.test(file) && languages.includes(language))?.[2];

export const isFragment = ({ words }: GuideBlock): boolean => words.fragment !== undefined;
export const isProgram = ({ language }: GuideBlock): boolean => PROGRAMS.includes(language);
export const isCommand = ({ language }: GuideBlock): boolean => COMMANDS.includes(language);
/** Whether it can be run as it is written. */
export const isRun = (block: GuideBlock): boolean =>
  !isFragment(block) && otherTestOf(block) === undefined && (isProgram(block) || isCommand(block));

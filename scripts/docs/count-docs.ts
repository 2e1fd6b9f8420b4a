/** Counts what the documentation has, and how well its search answers. */
import { readFileSync } from "node:fs";
import { operations } from "../../lib/api";
import { GUIDES } from "../../lib/contract/guides";
import { readGuideText, type GuideNode } from "../../lib/contract/markdown/guide-text";
import { listReference } from "../../lib/guides/reference/list-reference";
import { searchGuides } from "../../lib/guides/search-guides";
import { GUIDE_BLOCKS, isFragment, isRun } from "../../test/guides/guide-blocks";
import { GUIDE_QUESTIONS, placeOfAnswer } from "../../test/guides/guide-questions";
import { inRoot } from "../paths.mjs";
import { measureText, medianOf } from "../words/reading-ease.mjs";

const allNodes = (nodes: readonly GuideNode[]): GuideNode[] =>
  nodes.flatMap((node) => [node, ...("children" in node ? allNodes(node.children) : [])]);

const readText = (file: string): string => readFileSync(inRoot("docs", file), "utf8");

function countLinks(): number {
  const nodes = GUIDES.flatMap(({ file }) => allNodes(readGuideText(readText(file)).blocks));
  return nodes.filter(({ type }) => type === "link").length;
}

async function countAnswered(): Promise<number> {
  let count = 0;
  for (const row of GUIDE_QUESTIONS)
    if (placeOfAnswer(row, await searchGuides(row.question, operations)) === 0) count++;
  return count;
}

const countRecorded = (): number =>
  Object.keys(JSON.parse(readText("reference/answers.json")) as Record<string, unknown>).length;

/** Each count by its name. */
export async function countDocs(): Promise<Record<string, string | number>> {
  const pages = listReference(operations).flatMap((group) => group.operations).length;
  const measures = GUIDES.map(({ file }) => measureText(readText(file)));
  const eases = measures.map(({ ease }) => ease);
  const run = GUIDE_BLOCKS.filter(isRun).length;
  const marked = GUIDE_BLOCKS.filter(isFragment).length;
  return {
    guides: GUIDES.length,
    "pages of operations": pages,
    "with a recorded answer": countRecorded(),
    "blocks of code": GUIDE_BLOCKS.length,
    "run against a server": run,
    "compared with what they describe": GUIDE_BLOCKS.length - run - marked,
    "marked with a reason": marked,
    links: countLinks(),
    "questions answered first": `${await countAnswered()} of ${GUIDE_QUESTIONS.length}`,
    "median words of a guide": medianOf(measures.map(({ words }) => words)) ?? 0,
    "reading ease, median and lowest": `${medianOf(eases)}, ${Math.min(...eases)}`,
  };
}

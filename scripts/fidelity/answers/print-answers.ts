/** The second half of the fidelity command: a table of the answers that the most used toolkits were compared with. */
import { toolkitHandlers } from "@/generated/handlers";
import { setToolHandlers } from "@/lib/execution/handlers";
import { inRoot } from "../../paths.mjs";
import { startStandIn } from "./stand-in";
import { ToolkitAnswers, type Evidence, type ToolAnswers } from "./toolkit-answers";
import { mostUsed, toolkitsWithSources } from "./toolkits-with-sources";

/** The answers of the tools of one toolkit. */
type ToolkitReport = { slug: string; answers: ToolAnswers[] };

/** Tools by evidence; `fitting`: without a misfit. Members of answers, and those that schemas name. */
type Totals = Record<Evidence, number> & {
  tools: number;
  compared: number;
  fitting: number;
  members: number;
  named: number;
};

const KINDS: readonly Evidence[] = ["recorded", "generated", "steps", "open", "none"];
const IS_COMPARED: ReadonlySet<Evidence> = new Set(["recorded", "generated", "steps"]);

/** Compares the answers of toolkits, one after another. @param slugs the most used toolkits if absent */
export async function* compareToolkits(slugs?: readonly string[]): AsyncGenerator<ToolkitReport> {
  setToolHandlers(toolkitHandlers);
  const standIn = await startStandIn();
  try {
    const cache = inRoot(".cache/catalog");
    for await (const source of toolkitsWithSources(inRoot(), cache, slugs ?? mostUsed(inRoot()))) {
      const answers: ToolAnswers[] = [];
      for await (const answer of new ToolkitAnswers(source, standIn).compare()) answers.push(answer);
      yield { slug: source.toolkit.slug, answers };
    }
  } finally {
    await standIn.stop();
  }
}

export function totalsOf(answers: readonly ToolAnswers[]): Totals {
  const compared = answers.filter(({ evidence }) => IS_COMPARED.has(evidence));
  const counts = Object.fromEntries(
    KINDS.map((kind) => [kind, answers.filter(({ evidence }) => evidence === kind).length]),
  );
  const members = compared.reduce((sum, answer) => sum + answer.members, 0);
  const unnamed = compared.reduce((sum, answer) => sum + answer.unnamed.length, 0);
  return {
    ...(counts as Record<Evidence, number>),
    tools: answers.length,
    compared: compared.length,
    fitting: compared.filter(({ misfits }) => misfits.length === 0).length,
    members,
    named: members - unnamed,
  };
}

const percent = (part: number, whole: number): string => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`);

const row = (name: string, { tools, compared, fitting, members, named, ...counts }: Totals): string =>
  [
    name.padEnd(22),
    String(tools).padStart(6),
    ...KINDS.map((kind) => String(counts[kind]).padStart(11)),
    percent(compared, tools).padStart(9),
    percent(fitting, compared).padStart(9),
    percent(named, members).padStart(9),
  ].join("");

/** Why tools have no evidence, with the number of tools; the most frequent reason first. */
function reasonsOf(answers: readonly ToolAnswers[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { reason } of answers) if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** Prints a toolkit, and the first of its misfits with their places. */
function printReport({ slug, answers }: ToolkitReport, limit: number): void {
  console.log(row(slug, totalsOf(answers)));
  const misfits = answers.flatMap(({ tool, operation, misfits: ofTool }) =>
    ofTool.slice(0, 2).map(({ origin, place, words }) => `    ${tool} (${operation}, ${origin} ${place}): ${words}`),
  );
  const unnamed = answers.flatMap(({ tool, unnamed: names }) =>
    names.length > 0 ? [`    ${tool} does not name ${names.slice(0, 4).join(", ")}`] : [],
  );
  const reasons = reasonsOf(answers).map(([reason, count]) => `    ${count} not compared: ${reason}`);
  for (const lines of [misfits, unnamed, reasons]) for (const line of lines.slice(0, limit)) console.log(line);
}

/** The shares of tools that must fit, and must be compared; the second only rises. */
export const MIN_FITTING = 0.98;
const MIN_COMPARED = 0.6;

function printTotals({
  tools,
  compared,
  fitting,
  members,
  named,
  recorded,
  generated,
  steps,
  open,
  none,
}: Totals): void {
  console.log(
    `\n${tools} tools, ${percent(compared, tools)} compared with answers: ${recorded} recorded by descriptions, ` +
      `${generated} generated from their schemas, ${steps} composite tools step by step; ` +
      `${percent(fitting, compared)} fit, ${percent(named, members)} of their members are named. ` +
      `${open} tools have no form, ${none} no answer`,
  );
}

/**
 * Compares answers and prints the result.
 * @param options `limit`: how many misfits of a toolkit, and how many tools with members that no schema names
 * @returns whether enough tools were compared, and enough of them fit
 */
export async function printAnswers(options: {
  toolkits?: readonly string[] | undefined;
  limit: number;
}): Promise<boolean> {
  const heads = ["answers of".padEnd(22), "tools".padStart(6), ...KINDS.map((kind) => kind.padStart(11))];
  console.log(`\n${[...heads, "compared".padStart(9), "fit".padStart(9), "named".padStart(9)].join("")}`);
  const all: ToolAnswers[] = [];
  for await (const report of compareToolkits(options.toolkits)) {
    printReport(report, options.limit);
    all.push(...report.answers);
  }
  const totals = totalsOf(all);
  printTotals(totals);
  const isEnough = options.toolkits !== undefined || totals.compared / totals.tools >= MIN_COMPARED;
  return isEnough && totals.fitting / Math.max(totals.compared, 1) >= MIN_FITTING;
}

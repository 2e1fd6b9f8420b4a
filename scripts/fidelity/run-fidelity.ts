/** The fidelity command: a table of how many requests of its tools each description accepts. */
import { inRoot } from "../paths.mjs";
import { printAnswers } from "./answers/print-answers";
import { fetchDescriptions, findDescriptions, readDescription, type DescriptionFile } from "./descriptions";
import { MockDescription, startMock } from "./mock-server";
import { runRequests, type Reject, type Result } from "./run-requests";

export type FidelityOptions = { toolkits?: readonly string[] | undefined; seed: number; requests: number };

/** `shown`: how many rejects, misfits and open members of a description or a toolkit are printed. */
type PrintOptions = FidelityOptions & { shown: number; only?: string | undefined };

/** The share of requests that must be accepted, without counting exceptions. */
export const MIN_ACCEPTED = 0.99;

/** The result for a description, or the reason why it could not be read. */
export type Outcome = Result | { name: string; unreadable: string };

async function runOne(file: DescriptionFile, { seed, requests }: FidelityOptions): Promise<Outcome> {
  let description;
  let mock;
  try {
    description = readDescription(file);
    mock = new MockDescription(description.document, description.given, description.optional);
  } catch (error) {
    return { name: file.name, unreadable: error instanceof Error ? error.message : String(error) };
  }
  const server = await startMock(new Map([[description.name, mock]]));
  try {
    return await runRequests(description, server.url(description.name), { seed, count: requests });
  } finally {
    await server.stop();
  }
}

/** Runs the descriptions one after another, so that only one large document is in memory at a time. */
export async function runDescriptions(
  options: FidelityOptions,
  report: (outcome: Outcome) => void = () => undefined,
): Promise<Outcome[]> {
  const cache = inRoot(".cache/catalog");
  const files = findDescriptions(inRoot(), cache, options.toolkits);
  await fetchDescriptions(cache, files, () => undefined);
  const outcomes: Outcome[] = [];
  for (const file of files) {
    const outcome = await runOne(file, options);
    report(outcome);
    outcomes.push(outcome);
  }
  return outcomes;
}

export const resultsOf = (outcomes: readonly Outcome[]): Result[] =>
  outcomes.filter((outcome): outcome is Result => !("unreadable" in outcome));

export const describeReject = ({ tool, operation, words, arguments: args }: Reject): string =>
  `${tool} (${operation}): ${words}\n      with ${args}`;

/** The numbers of requests, of accepted requests, and of accepted or excused requests. */
export function totalOf(results: readonly Result[]): {
  requests: number;
  accepted: number;
  excused: number;
  skipped: number;
} {
  const sum = (of: (result: Result) => number): number => results.reduce((total, result) => total + of(result), 0);
  return {
    requests: sum((result) => result.requests),
    accepted: sum((result) => result.accepted),
    excused: sum((result) => result.rejects.filter(({ exception }) => exception).length),
    skipped: sum((result) => result.skipped.length),
  };
}

const percent = (part: number, whole: number): string => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(2)} %`);

function printOutcome(outcome: Outcome, limit: number): void {
  if ("unreadable" in outcome) return console.log(`${outcome.name.padEnd(30)} not read: ${outcome.unreadable}`);
  const { name, requests, accepted, rejects, skipped } = outcome;
  console.log(
    `${name.padEnd(30)}${String(requests).padStart(8)}${percent(accepted, requests).padStart(11)}` +
      `${skipped.length > 0 ? `   ${skipped.length} not sent: ${skipped[0]}` : ""}`,
  );
  for (const reject of rejects.slice(0, limit))
    console.log(`    ${describeReject(reject)}${reject.exception ? `\n      excused: ${reject.exception}` : ""}`);
}

/** Prints the table of requests. Returns whether 99 % of them were accepted. */
async function printRequests(options: PrintOptions): Promise<boolean> {
  console.log(`${"description".padEnd(30)}${"requests".padStart(8)}${"accepted".padStart(11)}`);
  const outcomes = await runDescriptions(options, (outcome) => printOutcome(outcome, options.shown));
  const { requests, accepted, excused, skipped } = totalOf(resultsOf(outcomes));
  console.log(
    `\n${resultsOf(outcomes).length} descriptions, ${requests} requests, ` +
      `${percent(accepted, requests)} accepted (${percent(accepted + excused, requests)} with the ` +
      `exceptions), ${skipped} not sent`,
  );
  return requests > 0 && accepted / requests >= MIN_ACCEPTED;
}

/**
 * Holds requests against descriptions, and answers against the output schemas of the most used toolkits, or of those
 * that are named.
 * @param options `only`: one of the two
 * @returns the exit code: 1 if too few requests are accepted, or too few answers fit
 */
export async function runFidelity(options: PrintOptions): Promise<number> {
  const requestsFit = options.only === "answers" || (await printRequests(options));
  const answersFit =
    options.only === "requests" || (await printAnswers({ toolkits: options.toolkits, limit: options.shown }));
  return requestsFit && answersFit ? 0 : 1;
}

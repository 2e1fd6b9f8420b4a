/** Sends sample answers through the executor, and compares what a caller gets with the output schema of the tool. */
import type { CompiledTool, CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import { withLongNumbers } from "@/lib/catalog/read/with-long-numbers";
import type { ToolSchema } from "@/lib/catalog/tool-schema";
import type { ToolOutcome } from "@/lib/execution/answer/tool-response";
import { callTool } from "./call-tool";
import { OutputCheck } from "./output-check";
import type { SampleAnswer } from "./sample-answers";
import type { StandIn, StandInAnswer } from "./stand-in";

/** One answer of a tool that does not fit, or lost a part on its way. */
type Misfit = { origin: SampleAnswer["origin"]; place: string; words: string };

/** `members`: how many members the answers have, and which the schema does not name. */
export type Comparison = { misfits: Misfit[]; members: number; unnamed: string[] };

/** A tool with checked arguments of a call, and the check of its output. */
export type Subject = {
  toolkit: CompiledToolkit;
  tool: CompiledTool;
  args: Record<string, unknown>;
  check: OutputCheck;
  standIn: StandIn;
};

export const toOutputCheck = ({ outputSchema }: CompiledTool): OutputCheck =>
  new OutputCheck(withLongNumbers(outputSchema) as ToolSchema);

/** Without a body: the data of the failure has the members that this server writes. */
const REFUSAL: StandInAnswer = { status: 400 };

/** The headers that the tool declares as a part of its answer, with a value each. */
const declaredHeaders = ({ run }: CompiledTool): Record<string, string> =>
  Object.fromEntries((run.request?.answerHeaders ?? []).map((name) => [name, "1"]));

/** Names of declared headers that the caller does not get. A member `headers` of the provider's own stays as it is. */
function lostHeaders(tool: CompiledTool, { data }: ToolOutcome, body: unknown): string[] {
  if (body !== null && typeof body === "object" && "headers" in body) return [];
  const headers = data.headers as Record<string, unknown> | undefined;
  return Object.keys(declaredHeaders(tool)).filter((name) => headers?.[name] === undefined);
}

/** Compares one answer. */
async function compareOne(subject: Subject, sample: SampleAnswer, comparison: Comparison): Promise<void> {
  const { toolkit, tool, args, check, standIn } = subject;
  const misfit = (words: string): number =>
    comparison.misfits.push({ origin: sample.origin, place: sample.place, words });
  const headers = declaredHeaders(tool);
  standIn.respond(() => ({ status: sample.status, body: sample.body, headers }));
  const outcome = await callTool(toolkit, tool, args, { origin: standIn.url });
  for (const words of check.problems(outcome)) misfit(words);
  if (!outcome.successful) return;
  for (const name of lostHeaders(tool, outcome, sample.body)) misfit(`the header ${name} is lost`);
  const { all, unnamed } = check.members({ data: outcome.data });
  comparison.members += all;
  comparison.unnamed.push(...unnamed);
}

/** Compares the same list as two pages, which are joined. */
async function comparePages(
  { toolkit, tool, args, check, standIn }: Subject,
  sample: SampleAnswer,
  comparison: Comparison,
) {
  standIn.respond(() => ({ status: sample.status, body: sample.body }));
  const outcome = await callTool(toolkit, tool, args, { origin: standIn.url, paged: true });
  for (const words of check.problems(outcome))
    comparison.misfits.push({ origin: sample.origin, place: "two pages", words });
}

async function compareRefusal(
  { toolkit, tool, args, check, standIn }: Subject,
  sample: SampleAnswer,
  comparison: Comparison,
) {
  standIn.respond(() => REFUSAL);
  const outcome = await callTool(toolkit, tool, args, { origin: standIn.url });
  const misfit = (words: string): number => comparison.misfits.push({ origin: sample.origin, place: "refusal", words });
  if (outcome.successful) misfit("a refusal counts as a success");
  for (const words of check.problems(outcome)) misfit(words);
}

/**
 * Compares all answers of a tool of one request: each of them, the first as two pages if the tool reads, and a refusal.
 * @param samples at least one
 */
export async function compareAnswers(subject: Subject, samples: readonly SampleAnswer[]): Promise<Comparison> {
  const comparison: Comparison = { misfits: [], members: 0, unnamed: [] };
  for (const sample of samples) await compareOne(subject, sample, comparison);
  const [first] = samples;
  if (!first) return comparison;
  if (subject.tool.run.request?.method === "GET") await comparePages(subject, first, comparison);
  await compareRefusal(subject, first, comparison);
  return { ...comparison, unnamed: [...new Set(comparison.unnamed)] };
}

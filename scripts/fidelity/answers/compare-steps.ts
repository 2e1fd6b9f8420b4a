/** Runs a composite tool: each of its requests gets a generated answer of the operation that it reaches. */
import type { ListedOperation } from "@/lib/catalog/compile/sources/operation-index";
import type { DescribedOperations } from "./described-operations";
import type { Comparison, Subject } from "./answer-runs";
import { callTool } from "./call-tool";
import type { SampleAnswer } from "./sample-answers";
import type { StandInAnswer, StandInRequest } from "./stand-in";

/** An operation answers with all members at first; later with the required members, so that lists of pages end. */
const WHOLE_ANSWERS = 2;

/** Answers requests with samples of their operations; `missed` is the first request without one. */
class SampleProvider {
  missed: string | undefined;
  /** Requests with an answer. */
  answers = 0;
  private readonly times = new Map<string, number>();

  constructor(
    private readonly operations: DescribedOperations,
    private readonly samplesOf: (operation: ListedOperation) => readonly SampleAnswer[],
  ) {}

  respond(request: StandInRequest): StandInAnswer {
    const operation = this.operations.ofRequest(request);
    if (!operation) {
      this.missed ??= `${request.method} ${request.path}`;
      return { status: 404, body: { message: "no description has this operation" } };
    }
    this.answers += 1;
    const samples = this.samplesOf(operation).filter(({ origin }) => origin === "generated");
    const time = (this.times.get(operation.key) ?? 0) + 1;
    this.times.set(operation.key, time);
    const sample =
      (time > WHOLE_ANSWERS ? samples.find(({ place }) => place.endsWith("least")) : undefined) ?? samples[0];
    return sample ? { status: sample.status, body: sample.body } : { status: 200, body: {} };
  }
}

/** Runs the tool and compares its answer; a text is the reason why it did not get to its end. */
export async function compareSteps(
  { toolkit, tool, args, check, standIn }: Subject,
  operations: DescribedOperations,
  samplesOf: (operation: ListedOperation) => readonly SampleAnswer[],
): Promise<Comparison | string> {
  const provider = new SampleProvider(operations, samplesOf);
  standIn.respond((request) => provider.respond(request));
  const outcome = await callTool(toolkit, tool, args, { origin: standIn.url });
  // An answer that the description allows must not break a handler.
  const words = outcome.error ?? "";
  if (provider.missed === undefined && provider.answers > 0 && words.includes("failed on an answer it did not expect"))
    return { misfits: [{ origin: "generated", place: "steps", words }], members: 0, unnamed: [] };
  if (!outcome.successful) return provider.missed ? `no description has ${provider.missed}` : `stopped: ${words}`;
  const misfits = check.problems(outcome).map((words) => ({ origin: "generated" as const, place: "steps", words }));
  const { all, unnamed } = check.members({ data: outcome.data });
  return { misfits, members: all, unnamed };
}

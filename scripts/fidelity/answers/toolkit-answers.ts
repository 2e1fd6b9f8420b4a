/** Compares the answers of every tool of one toolkit with its output schema. */
import { isBodiless } from "@/lib/catalog/compile/requests/answer-schema";
import { isOpenOutput } from "@/lib/catalog/compile/requests/fill-answers";
import type { ListedOperation } from "@/lib/catalog/compile/sources/operation-index";
import type { CompiledTool } from "@/lib/catalog/compiled-toolkit";
import { ApiError } from "@/lib/kernel/errors";
import { Random, seedOf } from "../random";
import { NoValue } from "../random-arguments";
import { randomArguments } from "../run-requests";
import { SourceCheck } from "../source-check";
import { compareAnswers, toOutputCheck, type Comparison, type Subject } from "./answer-runs";
import { DescribedOperations } from "./described-operations";
import { compareSteps } from "./compare-steps";
import { sampleAnswers, type SampleAnswer } from "./sample-answers";
import type { StandIn } from "./stand-in";
import type { ToolkitWithSources } from "./toolkits-with-sources";

/**
 * The answers that a tool of a known form was compared with: `recorded` by the description, `generated` from its
 * schemas, or `steps`, generated answers to each request of a composite tool. `open`: answers went through, but the
 * tool's output has no form. `none`: there was no answer.
 */
export type Evidence = "recorded" | "generated" | "steps" | "open" | "none";
export type ToolAnswers = { tool: string; operation: string; evidence: Evidence; reason?: string } & Comparison;

const NOTHING: Comparison = { misfits: [], members: 0, unnamed: [] };
const TRIES = 3;

/** Arguments that the tool takes; only those that it requires. @throws NoValue for a required file */
function argumentsOf(tool: CompiledTool): Record<string, unknown> {
  for (let attempt = 1; ; attempt++)
    try {
      const { args, files } = randomArguments(tool, new Random(seedOf(attempt, tool.slug)), 0);
      // Files are opened from the database, which this check does without.
      if (files.size > 0) throw new NoValue("takes a file");
      return args;
    } catch (error) {
      if (!(error instanceof NoValue) || attempt === TRIES) throw error;
    }
}

const EMPTY: SampleAnswer = { origin: "generated", place: "204", status: 204, body: undefined, schema: undefined };

/** Whether a description accepts a value; alternatives that overlap do not count, because both accept it. */
const isAllowed = (problems: readonly string[]): boolean =>
  problems.length === 0 || (problems.length === 1 && /exactly one schema in oneOf$/.test(problems[0] ?? ""));

export class ToolkitAnswers {
  private readonly operations: DescribedOperations;
  private readonly checks = new Map<object, SourceCheck>();

  constructor(
    private readonly source: ToolkitWithSources,
    private readonly standIn: StandIn,
  ) {
    this.operations = new DescribedOperations(source.documents);
  }

  /** The tools that lists show, one after another. */
  async *compare(): AsyncGenerator<ToolAnswers> {
    for (const tool of this.source.toolkit.tools) if (!tool.deprecated) yield await this.compareTool(tool);
  }

  private async compareTool(tool: CompiledTool): Promise<ToolAnswers> {
    const { request } = tool.run;
    const operation = this.operations.ofTool(tool);
    const key = operation?.key ?? (request ? `${request.method} ${request.path}` : (tool.run.handler ?? "built in"));
    const none = (reason: string): ToolAnswers => ({
      tool: tool.slug,
      operation: key,
      evidence: "none",
      reason,
      ...NOTHING,
    });
    try {
      if (tool.run.builtin !== undefined) return none("a tool of this server itself");
      // Files are stored in the database, which this check does without.
      if (request?.binary || JSON.stringify(tool.outputSchema).includes('"file_downloadable":true'))
        return none("answers a file");
      if (request && !operation) return none("no description has its operation");
      const subject = this.subjectOf(tool);
      if (!request || !operation) return await this.compareHandler(subject, none);
      const samples = this.samplesOf(operation);
      const [first] = samples;
      if (!first) return none("the description has neither an example nor a schema");
      const comparison = await compareAnswers(subject, samples);
      return { tool: tool.slug, operation: key, evidence: isOpenOutput(tool) ? "open" : first.origin, ...comparison };
    } catch (error) {
      if (error instanceof NoValue || error instanceof ApiError) return none(`not called: ${error.message}`);
      const words = `the executor failed: ${error instanceof Error ? error.message : String(error)}`;
      const misfits: Comparison["misfits"] = [{ origin: "generated", place: "call", words }];
      return { tool: tool.slug, operation: key, evidence: "generated", ...NOTHING, misfits };
    }
  }

  private subjectOf(tool: CompiledTool): Subject {
    return {
      toolkit: this.source.toolkit,
      tool,
      args: argumentsOf(tool),
      check: toOutputCheck(tool),
      standIn: this.standIn,
    };
  }

  private async compareHandler(subject: Subject, none: (reason: string) => ToolAnswers): Promise<ToolAnswers> {
    const steps = await compareSteps(subject, this.operations, (operation) => this.samplesOf(operation));
    if (typeof steps === "string") return none(steps);
    const { tool } = subject;
    return {
      tool: tool.slug,
      operation: tool.run.handler ?? "",
      evidence: isOpenOutput(tool) ? "open" : "steps",
      ...steps,
    };
  }

  /** Recorded answers first. A generated answer that the description itself refuses is a limit of the writer. */
  private samplesOf({ document, operation, key }: ListedOperation): SampleAnswer[] {
    let check = this.checks.get(document);
    if (!check) this.checks.set(document, (check = new SourceCheck(document)));
    const samples = sampleAnswers(document, operation, key).filter(
      ({ origin, status, schema, body }) =>
        origin === "recorded" || isAllowed(check.problems(`${key} ${status}`, schema ?? {}, body, false)),
    );
    return samples.length === 0 && isBodiless(operation) ? [EMPTY] : samples;
  }
}

/** An execution as a step of a trace. */
import { findTracer, type Span } from "@/lib/kernel/tracing/tracer";
import type { ExecutionFacts, Subject } from "../execution-facts";
import type { Outcome } from "./log-execution";
import type { Trace } from "./trace";

const toAttributes = ({ toolSlug, toolkitSlug, kind }: Subject): Record<string, string> => ({
  "patchbay.kind": kind,
  "patchbay.tool": toolSlug,
  "patchbay.toolkit": toolkitSlug,
});

const toName = ({ kind, toolSlug }: Subject): string => `${kind} ${toolSlug}`;

/** Begins the step of an execution; undefined while traces are off. */
export const startExecutionStep = (trace: Trace, facts: ExecutionFacts, subject: () => Subject): Span | undefined => {
  const tracer = findTracer();
  if (!tracer) return undefined;
  return tracer.startSpan(() => toName(subject()), {
    id: trace.logId,
    parents: facts.parent ? [facts.parent.logId, facts.requestId] : [facts.requestId],
    attributes: () => ({ ...toAttributes(subject()), "patchbay.log_id": trace.logId }),
  });
};

/** Ends it. The error's text is left out: it can hold what users wrote. */
export function endExecutionStep(span: Span, { successful, code }: Outcome, subject: () => Subject): void {
  span.end(successful ? "ok" : "error", () => ({
    ...toAttributes(subject()),
    "patchbay.outcome": successful ? "success" : "failed",
    ...(code !== undefined && { "patchbay.error_code": code }),
  }));
}

/**
 * Traces: what took which time within one call, for the operator's own collector. Off unless a collector is set: then
 * there is no tracer, and `findTracer()?.startSpan(...)` does not even make its arguments.
 */
import { declareCounter } from "../metrics/counter";
import { processMemory } from "../process-memory";
import type { Origin } from "../process/log";

/** Never arguments, answers, users, or URLs with a query: traces go to another system. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A value, or the function that makes it, which is called only for a step that is recorded. */
export type Lazy<T> = T | (() => T);

/** One step of a trace that has begun. */
export type Span = {
  /** The W3C header by which another system can continue the trace. */
  readonly traceparent: string;
  /** Replaces the name, and adds attributes, once more is known. */
  describe: (name: string, attributes: Attributes) => void;
  /** Ends the step; only the first end counts. */
  end: (outcome: "ok" | "error", attributes?: Lazy<Attributes>) => void;
};

export type SpanFacts = {
  /** `server` answers a request, `client` sends one to another system. */
  kind?: "server" | "client" | "internal";
  attributes: Lazy<Attributes>;
  /** The id by which later steps name this step as their parent, for as long as it runs. */
  id?: string;
  /** The parent is the open step of the first id that has one; without any the step begins a trace. */
  parents?: readonly string[];
  /** A caller's `traceparent`; ignored unless it is valid. */
  traceparent?: string | undefined;
  /** An event that was remembered by `rememberCause`: the step that recorded it is linked. */
  causedBy?: string;
};

export type Tracer = {
  startSpan: (name: Lazy<string>, facts: SpanFacts) => Span;
  /** The open step of an id. */
  findOpen: (id: string) => Span | undefined;
  /** Remembers which step recorded an event, so that its deliveries link to it; in this process only. */
  rememberCause: (eventId: string, parents: readonly string[]) => void;
};

export const exportedSpans = declareCounter({
  name: "patchbay_trace_spans_total",
  help: "Steps of traces that this copy sent to the collector, or could not send.",
  labels: ["outcome"],
});

type State = { tracer: Tracer | undefined };

const state = processMemory("tracing", (): State => ({ tracer: undefined }));

/** The tracer; undefined while traces are off. */
export const findTracer = (): Tracer | undefined => state.tracer;

export function setTracer(tracer: Tracer | undefined): void {
  state.tracer = tracer;
}

/** The ids of what caused some work, the nearest first. */
export function toParents(on: Origin): string[] {
  if ("requestId" in on) return on.logId === undefined ? [on.requestId] : [on.logId, on.requestId];
  return "jobId" in on ? [on.jobId] : [];
}

/** The other system of a request; nothing of the address but its host and port. */
export function toServer(url: string): Attributes {
  if (!URL.canParse(url)) return {};
  const { hostname, port } = new URL(url);
  return { "server.address": hostname, ...(port !== "" && { "server.port": Number(port) }) };
}

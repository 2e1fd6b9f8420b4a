/** Starts traces by the official packages of OpenTelemetry, which are loaded only here. */
import type { Context, Link, SpanContext } from "@opentelemetry/api";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-base";
import { onStopLast } from "../process/lifecycle";
import { background, log } from "../process/log";
import { VERSION } from "../process/version";
import { now } from "../time/clock";
import { limitTraces, TRACES_PER_SECOND } from "./limit-traces";
import { toUnrecordedSpan } from "./to-unrecorded-span";
import { exportedSpans, type Lazy, setTracer, type Span, type SpanFacts, type Tracer } from "./tracer";

/** A stop does not wait longer for a collector. */
const STOP_MS = 1000;
/** A valid header of version 00 has 55 characters; later versions can have more. */
const MAX_HEADER = 200;
const MAX_VALUE = 200;
/** Open steps, and events whose cause is remembered: the oldest are forgotten first. */
const MAX_REMEMBERED = 10_000;
const MAX_LINKS = 4;
const WARN_MS = 60_000;

const load = async () => {
  const [api, core, resources, sdk, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/core"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  return { api, core, resources, sdk, OTLPTraceExporter };
};

type Packages = Awaited<ReturnType<typeof load>>;

/** A map that forgets what it has had longest. */
class Remembered<T> {
  private readonly entries = new Map<string, T>();

  get(id: string): T | undefined {
    return this.entries.get(id);
  }

  set(id: string, value: T): void {
    this.entries.set(id, value);
    if (this.entries.size > MAX_REMEMBERED) for (const oldest of this.entries.keys()) return this.delete(oldest);
  }

  delete(id: string): void {
    this.entries.delete(id);
  }

  /** Removes an id, unless another value has taken it. */
  release(id: string, value: T): void {
    if (this.entries.get(id) === value) this.entries.delete(id);
  }
}

/** Counts what is exported, and logs that a collector takes nothing, at most once a minute. */
function withCounts(exporter: SpanExporter, { core }: Packages): SpanExporter {
  let warnedAt = -Infinity;
  return {
    export: (spans: ReadableSpan[], callback) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== core.ExportResultCode.SUCCESS;
        exportedSpans.add([failed ? "failed" : "sent"], spans.length);
        if (failed && now().getTime() - warnedAt > WARN_MS) {
          warnedAt = now().getTime();
          log.warn(background("tracing"), "traces could not be sent to the collector", { error: result.error });
        }
        callback(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** `spanContext` is left out of a step that is not recorded. */
type OpenSpan = { span: Span; spanContext?: SpanContext };

/**
 * The context of a step's parent: an open step, else the caller's, else none; undefined if the open step is not
 * recorded.
 */
function parentOf(
  packages: Packages,
  open: Remembered<OpenSpan>,
  { parents = [], traceparent }: SpanFacts,
): Context | undefined {
  const { trace, ROOT_CONTEXT } = packages.api;
  for (const id of parents) {
    const parent = open.get(id);
    if (parent) return parent.spanContext && trace.setSpanContext(ROOT_CONTEXT, parent.spanContext);
  }
  const remote =
    traceparent !== undefined && traceparent.length <= MAX_HEADER
      ? packages.core.parseTraceParent(traceparent)
      : undefined;
  return remote && packages.api.isSpanContextValid(remote)
    ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
    : ROOT_CONTEXT;
}

const toHeader = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;

const toValue = <T extends string | object>(value: Lazy<T>): T => (typeof value === "function" ? value() : value);

type Provider = InstanceType<Packages["sdk"]["BasicTracerProvider"]>;

function toTracer(packages: Packages, provider: Provider, mayBegin: () => boolean): Tracer {
  const { SpanKind, SpanStatusCode, ROOT_CONTEXT } = packages.api;
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
  const open = new Remembered<OpenSpan>();
  const causes = new Remembered<SpanContext>();
  const tracer = provider.getTracer("patchbay", VERSION);
  const toLinks = (eventId: string | undefined): Link[] => {
    const context = eventId === undefined ? undefined : causes.get(eventId);
    return context ? [{ context }] : [];
  };
  const addOpen = (id: string | undefined, entry: OpenSpan): Span => {
    if (id !== undefined) open.set(id, entry);
    return entry.span;
  };
  const skip = (id: string | undefined): Span => {
    const entry: OpenSpan = { span: toUnrecordedSpan(() => id !== undefined && open.release(id, entry)) };
    return addOpen(id, entry);
  };
  return {
    startSpan: (name, facts) => {
      const { kind = "internal", attributes, id, causedBy } = facts;
      const parent = parentOf(packages, open, facts);
      if (!parent || (parent === ROOT_CONTEXT && !mayBegin())) return skip(id);
      const options = { kind: kinds[kind], attributes: toValue(attributes), links: toLinks(causedBy) };
      const started = tracer.startSpan(toValue(name), options, parent);
      const spanContext = started.spanContext();
      const span: Span = {
        traceparent: toHeader(spanContext),
        describe: (newName, more) => void started.updateName(newName).setAttributes(more),
        end: (outcome, more = {}) => {
          if (!started.isRecording()) return id === undefined ? undefined : open.release(id, entry);
          started.setAttributes(toValue(more));
          if (outcome === "error") started.setStatus({ code: SpanStatusCode.ERROR });
          started.end();
          if (id !== undefined) open.release(id, entry);
        },
      };
      const entry = { span, spanContext };
      return addOpen(id, entry);
    },
    findOpen: (id) => open.get(id)?.span,
    rememberCause: (eventId, parents) => {
      const cause = parents.map((id) => open.get(id)).find((entry) => entry !== undefined)?.spanContext;
      if (cause) causes.set(eventId, cause);
    },
  };
}

const toResource = ({ resources }: Packages) =>
  resources
    .resourceFromAttributes({ "service.name": "patchbay", "service.version": VERSION })
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));

/**
 * Starts traces. Spans are sent in batches by a bounded queue that drops what a slow collector does not take; the
 * packages read the standard settings OTEL_EXPORTER_OTLP_*, OTEL_BSP_* and OTEL_TRACES_SAMPLER from the environment.
 * Returns a function that sends what waits, for a second at most, and ends them; a stop of the process calls it too.
 * @param perSecond how many traces can begin in a second; a caller's own `traceparent` decides for its trace
 */
export async function startTracing(perSecond = TRACES_PER_SECOND): Promise<() => Promise<void>> {
  const packages = await load();
  const { sdk, OTLPTraceExporter } = packages;
  const provider = new sdk.BasicTracerProvider({
    resource: toResource(packages),
    spanLimits: { attributeValueLengthLimit: MAX_VALUE, linkCountLimit: MAX_LINKS },
    spanProcessors: [new sdk.BatchSpanProcessor(withCounts(new OTLPTraceExporter(), packages))],
  });
  setTracer(toTracer(packages, provider, limitTraces(perSecond)));
  const stop = async (): Promise<void> => {
    setTracer(undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_MS);
    });
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
    clearTimeout(timer);
  };
  onStopLast("tracing", stop);
  return stop;
}

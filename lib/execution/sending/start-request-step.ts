/** A request to a provider as a step of a trace. */
import { env } from "@/lib/kernel/process/env";
import { findTracer, type Span, toParents, toServer } from "@/lib/kernel/tracing/tracer";
import type { OutboundError } from "@/lib/kernel/outbound/send";
import type { OutboundResponse } from "@/lib/kernel/outbound/outbound-request";
import type { HttpRequest } from "../request/http-tool";
import type { Trace } from "./trace";

/** Begins the step of one request to a provider; undefined while traces are off. */
export function startRequestStep(trace: Trace, { method, url }: HttpRequest, attempt: number): Span | undefined {
  const tracer = findTracer();
  if (!tracer) return undefined;
  const parents = toParents(trace);
  return tracer.startSpan(() => `${method} ${toServer(url)["server.address"] ?? ""}`, {
    kind: "client",
    parents: trace.within ? [...parents, ...toParents(trace.within)] : parents,
    attributes: () => ({
      "http.request.method": method,
      ...toServer(url),
      "http.request.resend_count": attempt,
      ...(trace.toolkitSlug !== undefined && { "patchbay.toolkit": trace.toolkitSlug }),
    }),
  });
}

/** @param queuedMs of the time, how long the request waited for a turn at the provider */
export function endRequestStep(span: Span, outcome: OutboundResponse | OutboundError, queuedMs: number): void {
  const failed = !("status" in outcome) || outcome.status >= 400;
  span.end(failed ? "error" : "ok", () => ({
    "patchbay.queue_ms": Math.round(queuedMs),
    ...("status" in outcome
      ? { "http.response.status_code": outcome.status }
      : { "error.type": outcome.facts.during ?? outcome.name }),
  }));
}

/** Adds `traceparent` for the provider, if the operator wants that; a header of the caller's own stays. */
export function withTraceparent(request: HttpRequest, span: Span | undefined): HttpRequest {
  if (!span || !env().watching.tracesToProviders) return request;
  if (Object.keys(request.headers).some((name) => name.toLowerCase() === "traceparent")) return request;
  return { ...request, headers: { ...request.headers, traceparent: span.traceparent } };
}

/** The step of a trace that answers one request. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { findTracer } from "@/lib/kernel/tracing/tracer";
import { requestIdOf } from "../request-id";
import { doorOf } from "./door-of";

/** Pages and their files, and the checks of load balancers, would outnumber what operators look for. */
const UNTRACED: ReadonlySet<string> = new Set(["pages", "health"]);

/**
 * Begins the step, which ends when the connection is done with the answer. A caller's valid `traceparent` is its
 * parent.
 * @param pathname by `normalizeTarget`
 */
export function traceRequest(request: IncomingMessage, response: ServerResponse, pathname: string): void {
  const tracer = findTracer();
  if (!tracer) return;
  const door = doorOf(pathname);
  if (UNTRACED.has(door)) return;
  const requestId = requestIdOf(request);
  const { traceparent } = request.headers;
  const method = request.method ?? "GET";
  const span = tracer.startSpan(() => `${method} ${door}`, {
    kind: "server",
    id: requestId,
    traceparent: typeof traceparent === "string" ? traceparent : undefined,
    attributes: () => ({ "http.request.method": method, "patchbay.door": door, "patchbay.request_id": requestId }),
  });
  response.once("close", () => {
    const { statusCode, headersSent } = response;
    // The client left before the answer began.
    if (!headersSent) return span.end("error", { "error.type": "gone" });
    span.end(statusCode >= 500 ? "error" : "ok", () => ({ "http.response.status_code": statusCode }));
  });
}

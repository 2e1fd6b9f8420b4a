/** A poll as a trace of its own; its requests to the provider are steps of it. */
import type { Origin } from "@/lib/kernel/process/log";
import { findTracer, toParents } from "@/lib/kernel/tracing/tracer";

/** Runs a poll; its error text is left out of the trace, because providers write it. */
export async function tracePoll<Ending extends { failed: boolean }>(
  { slug, toolkitSlug }: { slug: string; toolkitSlug: string },
  on: Origin,
  work: () => Promise<Ending>,
): Promise<Ending> {
  const tracer = findTracer();
  if (!tracer) return work();
  const [id] = toParents(on);
  const attributes = { "patchbay.trigger": slug, "patchbay.toolkit": toolkitSlug };
  const span = tracer.startSpan(`poll ${slug}`, { ...(id !== undefined && { id }), attributes });
  try {
    const ending = await work();
    span.end(ending.failed ? "error" : "ok");
    return ending;
  } catch (error) {
    span.end("error");
    throw error;
  }
}

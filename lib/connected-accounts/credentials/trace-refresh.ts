/** The renewal of a token as a step of a trace. */
import { toToolkitLabel } from "@/lib/catalog/read/catalog";
import { findTracer, toParents, toServer } from "@/lib/kernel/tracing/tracer";
import type { ResolvedAccount } from "../accounts/accounts";
import type { RefreshCause, RefreshOutcome } from "./refresh-outcome";

const stepOf = ({ id }: ResolvedAccount): string => `refresh ${id}`;

/** Runs a renewal within a step of its cause; callers who share one attempt have a step each. */
export async function traceRefresh(
  account: ResolvedAccount,
  { on }: RefreshCause,
  work: () => Promise<RefreshOutcome>,
): Promise<RefreshOutcome> {
  const tracer = findTracer();
  if (!tracer) return work();
  const toolkit = toToolkitLabel(account.toolkitSlug);
  const id = stepOf(account);
  const isShared = tracer.findOpen(id) !== undefined;
  const span = tracer.startSpan("refresh token", {
    ...(!isShared && { id }),
    parents: toParents(on),
    attributes: { "patchbay.toolkit": toolkit, "patchbay.shared": isShared },
  });
  try {
    const outcome = await work();
    span.end(outcome.renewed ? "ok" : "error", { "patchbay.renewed": outcome.renewed });
    return outcome;
  } catch (error) {
    span.end("error");
    throw error;
  }
}

/** Runs the request to the token endpoint within a step of the renewal. @param tokenUrl the trace gets its host only */
export async function traceTokenRequest<T>(
  account: ResolvedAccount,
  tokenUrl: string | undefined,
  ask: () => Promise<T>,
): Promise<T> {
  const tracer = findTracer();
  if (!tracer) return ask();
  const span = tracer.startSpan("request token", {
    kind: "client",
    parents: [stepOf(account)],
    attributes: { ...toServer(tokenUrl ?? ""), "patchbay.toolkit": toToolkitLabel(account.toolkitSlug) },
  });
  try {
    const tokens = await ask();
    span.end("ok");
    return tokens;
  } catch (error) {
    span.end("error");
    throw error;
  }
}

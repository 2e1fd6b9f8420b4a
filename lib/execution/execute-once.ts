/** Holds an execution to its Idempotency-Key: the first request runs, every later one gets its answer. */
import type { ToolRun } from "@/lib/catalog/tool-request";
import { answerOnce } from "@/lib/kernel/idempotency";
import { isIdempotentMethod } from "./retry";
import { logExecution, type ExecutionCaller, type ExecutionFacts, type Subject, type Trace } from "./trace";

export type KeyedExecution = {
  /** The operation and its input as the caller sent them. */
  request: unknown;
  /** May be sent twice after a crash: its method ends the same however often it arrives. */
  repeatable: boolean;
  subject: Subject;
  userId?: string | undefined;
};

/** A composite tool may do several things, so it counts as not repeatable. */
export const isRepeatable = (run: ToolRun): boolean =>
  run.request !== undefined && isIdempotentMethod(run.request.method);

const CUT_OFF =
  "The server ended before it knew how this execution ended; it may have been carried out at the provider.";

/**
 * Executes at most once for the key in `facts`; without a key, simply executes. Who hangs up does not end an execution
 * with a key: the next request with it wants the answer.
 * @throws ApiError Conflict as `answerOnce`; and what `execute` throws
 */
export async function executeOnce<T>(
  caller: ExecutionCaller,
  trace: Trace,
  facts: ExecutionFacts,
  keyed: KeyedExecution,
  execute: (facts: ExecutionFacts) => Promise<T>,
): Promise<T> {
  const { idempotencyKey: key, onReplay, signal: _ignored, ...rest } = facts;
  if (key === undefined) return execute(facts);
  const { request, repeatable, subject, userId } = keyed;
  const onLost = (lost: { logId: string; startedAt: Date }) =>
    logExecution(
      caller,
      subject,
      { ...lost, requestId: facts.requestId, began: performance.now(), sent: 1 },
      facts,
      { successful: false, error: CUT_OFF },
      userId,
    );
  const { answer, replayed } = await answerOnce(
    caller.projectId,
    { key, request, logId: trace.logId, on: trace, repeatable, wasSent: () => trace.sent > 0, onLost },
    () => execute(rest),
  );
  if (replayed) onReplay?.();
  return answer;
}

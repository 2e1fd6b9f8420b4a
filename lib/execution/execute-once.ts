/** Idempotency-Key of executions: the first request with a key runs, later requests get the same answer. */
import { answerOnce } from "@/lib/kernel/idempotency/answer-once";
import { hashOf } from "./sending/repeated-tries";
import { toOwnName } from "@/lib/access/keys/limited-of";
import type { Progress } from "./sending/sender";
import type { ExecutionCaller, ExecutionFacts, Subject } from "./execution-facts";
import { logExecution } from "./sending/log-execution";
import type { Trace } from "./sending/trace";
import { hooksOf } from "./with-project-hooks";

/** The known facts of an execution before it begins. */
type Keyed = {
  caller: ExecutionCaller;
  trace: Trace;
  progress: Progress;
  work: {
    /** The operation and its input as the caller sent them, and whether it is safe to run it twice. */
    keyed: { request: unknown; repeatable: boolean };
    userId: string | undefined;
    subjectAfterCrash: () => Promise<Subject>;
  };
};

/**
 * A caller never gets the answer that other hooks, or none, let through. The hash of a request that was cut off is
 * without hooks: the request is the same after they have changed.
 */
function withHooks(request: unknown, facts: ExecutionFacts): unknown {
  const hooks = hooksOf(facts);
  return hooks.length > 0 ? [hooks, request] : request;
}

const CUT_OFF =
  "The server ended before it knew how this execution ended; it may have been carried out at the provider.";

/**
 * Executes at most once for the key in `facts`; without a key, just executes. An execution with a key goes on when its
 * caller hangs up, because the next request with the key wants the answer.
 * @param again makes an earlier answer ready for this caller
 * @throws ApiError Conflict as `answerOnce`; and what `execute` throws
 */
export async function executeOnce<T>(
  { caller, trace, progress, work }: Keyed,
  facts: ExecutionFacts,
  execute: (facts: ExecutionFacts) => Promise<T>,
  again: (answer: T, startedAt: Date | undefined) => Promise<T>,
): Promise<T> {
  const { idempotencyKey, onReplay, signal: _ignored, ...rest } = facts;
  if (idempotencyKey === undefined) return execute(facts);
  const key = toOwnName(caller, idempotencyKey);
  const { keyed, userId, subjectAfterCrash } = work;
  const onLost = async (execution: { logId: string; startedAt: Date }) =>
    logExecution(
      {
        caller,
        facts,
        subject: await subjectAfterCrash(),
        trace: { ...execution, requestId: facts.requestId, began: performance.now() },
        userId,
        tried: { hash: () => hashOf(keyed.request, facts), progress: { sent: 1 } },
      },
      { successful: false, error: CUT_OFF, thrown: true },
    );
  const { answer, replayed, startedAt } = await answerOnce(
    caller.projectId,
    {
      key,
      ...keyed,
      request: withHooks(keyed.request, facts),
      logId: trace.logId,
      on: trace,
      wasSent: () => progress.sent > 0,
      onLost,
    },
    () => execute(rest),
  );
  if (!replayed) return answer;
  onReplay?.();
  return again(answer, startedAt);
}

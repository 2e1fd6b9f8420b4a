/** Executions that are still running when the process stops get a row in the log about it. */
import { processMemory } from "@/lib/kernel/process-memory";
import { onCut, onDrain } from "@/lib/kernel/process/lifecycle";
import { flushToolLogs } from "@/lib/logs/record-execution";
import type { Progress } from "./sender";
import { logExecution, type ExecutionSnapshot, type Outcome } from "./log-execution";

/** A running execution; `snapshot` returns its current state. */
type Running = { snapshot: () => ExecutionSnapshot; progress: Progress };

/**
 * Time for executions of disconnected callers to end on their own, which gives better rows in the log.
 */
const SETTLE_MS = 1_000;

const CUT_OFF = "The server was stopped before it knew how this execution ended";

const cutOff = ({ sent: sentCount }: Progress): Outcome => ({
  successful: false,
  thrown: true,
  error:
    sentCount > 0
      ? `${CUT_OFF}; it may have been carried out at the provider.`
      : `${CUT_OFF}; nothing was sent to the provider.`,
});

const state = () =>
  processMemory("execution.unfinished", () => {
    const tracked = { running: new Set<Running>(), stopping: false, settled: (): void => undefined };
    onDrain(() => {
      tracked.stopping = true;
    });
    onCut("executions", async () => {
      tracked.stopping = true;
      await settled(tracked);
      for (const { snapshot, progress } of tracked.running) logExecution(snapshot(), cutOff(progress));
      await flushToolLogs();
    });
    return tracked;
  });

async function settled(tracked: { running: Set<Running>; settled: () => void }): Promise<void> {
  if (tracked.running.size === 0) return;
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, SETTLE_MS);
    tracked.settled = () => {
      clearTimeout(late);
      resolve();
    };
  });
}

/** Tracks a running execution until the returned function is called. */
export function trackExecution(execution: Running): () => void {
  const here = state();
  here.running.add(execution);
  return () => {
    here.running.delete(execution);
    if (here.stopping && here.running.size === 0) here.settled();
  };
}

/**
 * The log id of an equal call that still runs, or has not ended since its caller hung up; null if there is no such
 * call.
 */
export function findUnfinished(projectId: string, toolSlug: string, hash: string): string | null {
  for (const { snapshot } of state().running) {
    const { caller, subject, trace, tried: attempt, facts } = snapshot();
    const isDone = facts.signal?.aborted && attempt.progress.sent === 0;
    if (caller.projectId !== projectId || subject.toolSlug !== toolSlug || isDone) continue;
    if (attempt.hash() === hash) return trace.logId;
  }
  return null;
}

/** Corrects the outcome of an aborted execution: while the process stops, the server ended it, not the caller. */
export const withStopReason = (outcome: Outcome, { signal }: { signal?: AbortSignal }, progress: Progress): Outcome =>
  signal?.aborted && !outcome.successful && state().stopping ? cutOff(progress) : outcome;

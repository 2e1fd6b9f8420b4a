/** Executions that are still running when the process stops: they get a row in the log that says so. */
import { processMemory } from "@/lib/kernel/process-memory";
import { onCut, onDrain } from "@/lib/kernel/process/lifecycle";
import { flushToolLogs } from "@/lib/logs/record-execution";
import type { Progress } from "./sender";
import { logExecution, type ExecutionSnapshot, type Outcome } from "./trace";

/** An execution that runs; `ended` tells how it stands at this moment. */
type Running = { snapshot: () => ExecutionSnapshot; progress: Progress };

/**
 * Executions whose callers were just disconnected get this long to end by themselves, which the log can explain better.
 */
const SETTLE_MS = 1_000;

const CUT_OFF = "The server was stopped before it knew how this execution ended";

const cutOff = ({ sent }: Progress): Outcome => ({
  successful: false,
  thrown: true,
  error:
    sent > 0
      ? `${CUT_OFF}; it may have been carried out at the provider.`
      : `${CUT_OFF}; nothing was sent to the provider.`,
});

const state = () =>
  processMemory("execution.unfinished", () => {
    const made = { running: new Set<Running>(), stopping: false, settled: (): void => undefined };
    onDrain(() => {
      made.stopping = true;
    });
    onCut("executions", async () => {
      made.stopping = true;
      await settled(made);
      for (const { snapshot, progress } of made.running) logExecution(snapshot(), cutOff(progress));
      await flushToolLogs();
    });
    return made;
  });

async function settled(made: { running: Set<Running>; settled: () => void }): Promise<void> {
  if (made.running.size === 0) return;
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, SETTLE_MS);
    made.settled = () => {
      clearTimeout(late);
      resolve();
    };
  });
}

/** Tracks a running execution until the returned function is called. */
export function trackExecution(one: Running): () => void {
  const here = state();
  here.running.add(one);
  return () => {
    here.running.delete(one);
    if (here.stopping && here.running.size === 0) here.settled();
  };
}

/** The log id of a call that is the same and still runs, or did not yet end after its caller hung up; null for none. */
export function findUnfinished(projectId: string, toolSlug: string, hash: string): string | null {
  for (const { snapshot } of state().running) {
    const { caller, subject, trace, tried, facts } = snapshot();
    const isDone = facts.signal?.aborted && tried.progress.sent === 0;
    if (caller.projectId !== projectId || subject.toolSlug !== toolSlug || isDone) continue;
    if (tried.hash() === hash) return trace.logId;
  }
  return null;
}

/** Corrects the outcome of an aborted execution: while the process stops, the server ended it, not the caller. */
export const withStopReason = (outcome: Outcome, { signal }: { signal?: AbortSignal }, progress: Progress): Outcome =>
  signal?.aborted && !outcome.successful && state().stopping ? cutOff(progress) : outcome;

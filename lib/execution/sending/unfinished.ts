/** Executions that are still running when the process stops: they get a row in the log that says so. */
import { processMemory } from "@/lib/kernel/process-memory";
import { onCut, onDrain } from "@/lib/kernel/process/lifecycle";
import { flushToolLogs } from "@/lib/logs/tool-logs";
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

/** Corrects the outcome of an aborted execution: while the process stops, the server ended it, not the caller. */
export const withStopReason = (outcome: Outcome, { signal }: { signal?: AbortSignal }, progress: Progress): Outcome =>
  signal?.aborted && !outcome.successful && state().stopping ? cutOff(progress) : outcome;

/** Executions that the stop of the process cuts off: they get their row in the log too, which says so. */
import { processMemory } from "@/lib/kernel/process-memory";
import { onCut, onDrain } from "@/lib/kernel/process/lifecycle";
import { flushToolLogs } from "@/lib/logs/tool-logs";
import type { Progress } from "./sender";
import { logExecution, type Ended, type Outcome } from "./trace";

/** An execution that runs; `ended` tells how it stands at this moment. */
type Running = { ended: () => Ended; progress: Progress };

/** For executions whose callers were cut off just before: their own end says more. */
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
      for (const { ended, progress } of made.running) logExecution(ended(), cutOff(progress));
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

/** Remembers an execution until the function that it gives is called. */
export function beginUnfinished(one: Running): () => void {
  const here = state();
  here.running.add(one);
  return () => {
    here.running.delete(one);
    if (here.stopping && here.running.size === 0) here.settled();
  };
}

/** What the log says of an execution that ended without its caller: while the process stops, it was not the caller who left. */
export const asCutOff = (outcome: Outcome, { signal }: { signal?: AbortSignal }, progress: Progress): Outcome =>
  signal?.aborted && !outcome.successful && state().stopping ? cutOff(progress) : outcome;

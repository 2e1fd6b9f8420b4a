/** Work to do when the process stops: flush buffers, close pools. */
import { processMemory } from "../process-memory";

type Stop = { name: string; stop: () => Promise<void> };

const stops = processMemory("lifecycle", (): Stop[] => []);

/** Registers work for the stop; what was registered last runs first. */
export const onStop = (name: string, stop: () => Promise<void>): void => {
  stops.push({ name, stop });
};

const lasts = processMemory("lifecycle.lasts", (): Stop[] => []);

/**
 * Registers work that comes after all of `onStop`, for what others need until they have stopped: connections, which are
 * made at their first use, and so often later than who uses them. Among each other, what was registered last runs
 * first.
 */
export const onStopLast = (name: string, stop: () => Promise<void>): void => {
  lasts.push({ name, stop });
};

const cuts = processMemory("lifecycle.cuts", (): Stop[] => []);

/** Registers what to do about work that is still running after its time limit; runs before all work of `onStop`. */
export const onCut = (name: string, stop: () => Promise<void>): void => {
  cuts.push({ name, stop });
};

/** Runs all registered work, each at most once; a failure does not prevent the rest. */
export async function runStops(failed: (name: string, error: unknown) => void): Promise<void> {
  const take = (): Stop | undefined => cuts.pop() ?? stops.pop() ?? lasts.pop();
  for (let next = take(); next; next = take()) {
    try {
      await next.stop();
    } catch (error) {
      failed(next.name, error);
    }
  }
}

const state = processMemory("lifecycle.state", () => ({ leaving: false }));

/** Whether the process is about to stop, so that new callers should go to another copy. */
export const isLeaving = (): boolean => state.leaving;

/** Marks the process as about to stop, and waits, so that load balancers notice before the listener closes. */
export async function leave(ms: number): Promise<void> {
  state.leaving = true;
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}

const drains = processMemory("lifecycle.drains", () => new Set<() => void>());

/**
 * Registers how to end streams, which would go on for ever, before the stop. Returns a function that unregisters it.
 */
export function onDrain(end: () => void): () => void {
  drains.add(end);
  return () => {
    drains.delete(end);
  };
}

/** Ends all streams. */
export function runDrains(): void {
  for (const end of [...drains]) end();
  drains.clear();
}

/** What must still be done when the process stops: flush buffers, close pools. */
import { processMemory } from "../process-memory";

type Stop = { name: string; stop: () => Promise<void> };

const stops = processMemory("lifecycle", (): Stop[] => []);

/** Registers work for the stop; the last registered runs first. */
export const onStop = (name: string, stop: () => Promise<void>): void => {
  stops.push({ name, stop });
};

const cuts = processMemory("lifecycle.cuts", (): Stop[] => []);

/** Registers what is done about running work that did not end in its time, before anything that it needs is taken away. */
export const onCut = (name: string, stop: () => Promise<void>): void => {
  cuts.push({ name, stop });
};

/** Runs and forgets all registered work, each at most once; one failure does not keep the others from running. */
export async function runStops(failed: (name: string, error: unknown) => void): Promise<void> {
  for (let next = cuts.pop() ?? stops.pop(); next; next = cuts.pop() ?? stops.pop()) {
    try {
      await next.stop();
    } catch (error) {
      failed(next.name, error);
    }
  }
}

const drains = processMemory("lifecycle.drains", () => new Set<() => void>());

/** Registers what must end before running requests can: streams that would go on for ever. Returns how to take it back. */
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

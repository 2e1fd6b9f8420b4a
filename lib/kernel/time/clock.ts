/** The time, in one place so that tests can move it. */
import { processMemory } from "../process-memory";

const clock = processMemory("clock", () => ({ offsetMs: 0 }));

/** The present time. */
export const now = (): Date => new Date(Date.now() + clock.offsetMs);

/** A time relative to now. */
export const inSeconds = (seconds: number): Date => new Date(now().getTime() + seconds * 1000);

/** Moves the clock of this process by `ms`; for tests. Returns a function that moves it back. */
export function moveClock(ms: number): () => void {
  clock.offsetMs += ms;
  return () => {
    clock.offsetMs -= ms;
  };
}

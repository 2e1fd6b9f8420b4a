/** The time, in one place so that tests can move it. */
import { processMemory } from "../process-memory";

const clock = processMemory("clock", () => ({ offsetMs: 0 }));

/** The present time. */
export const now = (): Date => new Date(Date.now() + clock.offsetMs);

/** The last year that databases and clients read in the same way. */
const LAST_MS = Date.UTC(9999, 0);

/** A time relative to now, between 1970 and the last year: databases refuse times that no calendar holds. */
export const inSeconds = (seconds: number): Date =>
  new Date(Math.max(0, Math.min(LAST_MS, now().getTime() + seconds * 1000)));

/** Moves the clock of this process by `ms`; for tests. Returns a function that moves it back. */
export function moveClock(ms: number): () => void {
  clock.offsetMs += ms;
  return () => {
    clock.offsetMs -= ms;
  };
}

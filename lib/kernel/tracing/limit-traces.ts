/** How many traces begin: a trace of each call would cost a busy copy a third of its time. */
import { now } from "../time/clock";

/** Enough to see each call of a quiet copy, and little work for a busy one. */
export const TRACES_PER_SECOND = 50;

/** Returns a function that answers if one more trace can begin in this second. */
export function limitTraces(perSecond: number): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const current = Math.floor(now().getTime() / 1000);
    if (current !== second) [second, count] = [current, 0];
    count += 1;
    return count <= perSecond;
  };
}

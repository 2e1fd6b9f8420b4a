/**
 * The rate limit of one sandbox: requests that come too fast wait, because code in a cell does not expect a refusal.
 */

const GAP_MS = 10;
/** The number of requests that can come at once after a pause. */
const BURST = 500;

/** @returns takes the next turn, and gives the milliseconds until then */
export function newPace(now: () => number = () => performance.now()): () => number {
  let last = -Infinity;
  return () => {
    const time = now();
    last = Math.max(last, time - BURST * GAP_MS) + GAP_MS;
    return Math.max(0, last - time);
  };
}

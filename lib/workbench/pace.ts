/** How fast one sandbox may ask: those that come too fast wait, because code in a cell does not expect to be refused. */

const GAP_MS = 10;
/** So many may come at once after a pause. */
const BURST = 500;

/** @returns takes the next turn, and gives the milliseconds until then */
export function newPace(now: () => number = () => performance.now()): () => number {
  let last = -Infinity;
  return () => {
    const at = now();
    last = Math.max(last, at - BURST * GAP_MS) + GAP_MS;
    return Math.max(0, last - at);
  };
}

/**
 * Holds the clock of what is looked at again after a while: no cache expires and no interval is over. A change that is
 * seen meanwhile was announced, however slow the machine is.
 */

/** @returns lets time go on */
export function holdTime(): () => void {
  const { now } = performance;
  const { setInterval } = globalThis;
  const time = performance.now();
  performance.now = () => time;
  // Begins like any other, so that it can be cleared, and ends after weeks.
  globalThis.setInterval = ((callback: () => void) => setInterval(callback, 2 ** 31 - 1)) as typeof setInterval;
  return () => {
    performance.now = now;
    globalThis.setInterval = setInterval;
  };
}

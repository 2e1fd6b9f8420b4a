/** Pauses of whatever tries again for the jobs: short at first, then longer. */
export const FIRST_PAUSE_MS = 500;
export const MAX_PAUSE_MS = 30_000;

/** Waits; no longer than until the queue stops. */
export const pause = (ms: number, stopping: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (stopping.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      stopping.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    stopping.addEventListener("abort", end);
  });

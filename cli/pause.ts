import { setTimeout } from "node:timers/promises";

/** Waits; rejects as soon as the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> => setTimeout(ms, undefined, { signal });

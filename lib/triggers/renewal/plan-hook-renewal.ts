/** The times at which hooks that end are renewed. Pure. */
import type { HookEnd } from "@/lib/catalog/trigger-type";
import type { Trigger } from "../instances/require-trigger";

/** After failures the pause doubles from the first to the last of these. */
const [FIRST_PAUSE_SECONDS, LAST_PAUSE_SECONDS] = [60, 6 * 3600];
/** While its provider reports, a trigger is polled so often, in case that a report is lost. */
const SAFETY_SECONDS = 900;

/**
 * When a hook is renewed that ends at a time: earlier by up to a tenth, so that hooks that were made together spread,
 * and never in the first tenth of its life.
 */
export function planHookRenewal({ renewBefore }: HookEnd, endsAt: Date, time: Date, random = Math.random()): Date {
  const life = endsAt.getTime() - time.getTime();
  const wait = Math.max(life - renewBefore * 1000, life / 10);
  return new Date(time.getTime() + wait * (1 - random / 10));
}

/** Seconds until the next try after so many failures in a row. */
export const hookPauseOf = (failures: number, random = Math.random()): number =>
  Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min(failures - 1, 12), LAST_PAUSE_SECONDS) * (0.9 + random * 0.2);

/** Whether a provider reports to a trigger: its hook has not ended, and a report through it has come. */
export const isReported = ({ hookEndsAt, hookHeardAt }: Pick<Trigger, "hookEndsAt" | "hookHeardAt">, time: Date) =>
  hookEndsAt !== null && hookEndsAt > time && hookHeardAt !== null;

/** Seconds between two polls of a trigger whose provider reports. */
export const slowed = (interval: number): number => Math.max(interval, SAFETY_SECONDS);

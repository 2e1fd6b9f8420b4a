/** How many of a server's places for sandboxes one project may have, and which sandbox makes room. */
import { shareOf } from "@/lib/kernel/process/workbench-settings";

/** The places that these take together. */
export const capacityOf = (all: readonly { capacity: number }[]): number =>
  all.reduce((sum, one) => sum + one.capacity, 0);

type Own = { running: { size: number }; usedAt: number; capacity: number };

/** One that was given to a session a moment ago, or whose cell has just ended, is about to be used. */
const SOON_MS = 500;

/** That which nobody has used for the longest, of those that nobody uses; undefined where there is none. */
export const findIdle = <SessionSandbox extends Own>(all: readonly SessionSandbox[]): SessionSandbox | undefined =>
  all
    .filter(({ running, usedAt }) => running.size === 0 && Date.now() - usedAt > SOON_MS)
    .sort((a, b) => a.usedAt - b.usedAt)[0];

/**
 * What a project must do for one sandbox more: nothing, end the one that it has not used for the longest, or wait.
 * @param own those that it has
 * @param coming the places of those that start for it, the new one among them
 */
export function roomFor<SessionSandbox extends Own>(
  own: readonly SessionSandbox[],
  coming: number,
  most: number,
): SessionSandbox | "free" | "full" {
  if (capacityOf(own) + coming <= shareOf(most)) return "free";
  return findIdle(own) ?? "full";
}

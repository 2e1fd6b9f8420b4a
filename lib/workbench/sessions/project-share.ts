/** How many of a server's places for sandboxes one project may have, and which sandbox makes room. */
import { shareOf } from "@/lib/kernel/process/workbench-settings";

/** The places that these take together. */
export const capacityOf = (all: readonly { capacity: number }[]): number =>
  all.reduce((sum, sandbox) => sum + sandbox.capacity, 0);

type Claimed = { running: { size: number }; usedAt: number; capacity: number };

/** One that was given to a session a moment ago, or whose cell has just ended, is about to be used. */
const SOON_MS = 500;

/** The idle sandbox that was unused for the longest, or undefined. */
export const findIdle = <SessionSandbox extends Claimed>(all: readonly SessionSandbox[]): SessionSandbox | undefined =>
  all
    .filter(({ running, usedAt }) => running.size === 0 && Date.now() - usedAt > SOON_MS)
    .sort((a, b) => a.usedAt - b.usedAt)[0];

/**
 * What a project must do to start one more sandbox: nothing, end the one that it has not used for the longest, or wait.
 * @param sandboxes the sandboxes that it has
 * @param coming the capacity of those that start for it, including the new one
 */
export function roomFor<SessionSandbox extends Claimed>(
  sandboxes: readonly SessionSandbox[],
  coming: number,
  most: number,
): SessionSandbox | "free" | "full" {
  if (capacityOf(sandboxes) + coming <= shareOf(most)) return "free";
  return findIdle(sandboxes) ?? "full";
}

/** How many of a server's places for sandboxes one project may have. Pure. */
import { shareOf } from "@/lib/kernel/process/workbench-settings";

/** The places that these take together. */
export const placesOf = (all: readonly { places: number }[]): number => all.reduce((sum, one) => sum + one.places, 0);

type Own = { running: { size: number }; usedAt: number; places: number };

/**
 * What a project must do for one sandbox more: nothing, end the one that it has not used for the longest, or wait.
 * @param own those that it has
 * @param coming the places of those that start for it, the new one among them
 */
export function roomFor<Bench extends Own>(
  own: readonly Bench[],
  coming: number,
  most: number,
): Bench | "free" | "full" {
  if (placesOf(own) + coming <= shareOf(most)) return "free";
  const [oldest] = own.filter(({ running }) => running.size === 0).sort((a, b) => a.usedAt - b.usedAt);
  return oldest ?? "full";
}

/** How many of a server's sandboxes one project may have. Pure. */

/** On a server with few, all of them; else a quarter is left to other projects. */
export const shareOf = (most: number): number => (most <= 3 ? most : most - Math.ceil(most / 4));

type Own = { running: { size: number }; usedAt: number };

/**
 * What a project must do for one sandbox more: nothing, end the one that it has not used for the longest, or wait.
 * @param own those that it has
 * @param coming those that start for it, the new one among them
 */
export function roomFor<Bench extends Own>(
  own: readonly Bench[],
  coming: number,
  most: number,
): Bench | "free" | "full" {
  if (own.length + coming <= shareOf(most)) return "free";
  const [oldest] = own.filter(({ running }) => running.size === 0).sort((a, b) => a.usedAt - b.usedAt);
  return oldest ?? "full";
}

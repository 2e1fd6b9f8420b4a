/** The time ranges of lists that filter by time, with their values for the `range` parameter in the URL. Pure. */

export const RANGES = {
  "": "All time",
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
} as const;

const HOURS: Partial<Record<string, number>> = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 };
const HOUR_MS = 3_600_000;

/**
 * The start of a range; undefined for all time, and for a range that does not exist.
 * @param now the end of the range; both are in milliseconds
 */
export function rangeStart(range: string | null, now: number): number | undefined {
  const hours = HOURS[range ?? ""];
  return hours && now - hours * HOUR_MS;
}

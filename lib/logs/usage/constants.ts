/** What usage is counted by, and over which ranges. */

export const USAGE_DIMENSIONS = ["toolkit", "tool", "user", "key", "session", "error"] as const;
export type UsageDimension = (typeof USAGE_DIMENSIONS)[number];

export const USAGE_RANGES = ["1h", "24h", "7d", "30d", "90d"] as const;
export type UsageRange = (typeof USAGE_RANGES)[number];

/** The lengths of time, in seconds, for which calls are counted. */
export const SPANS = { minutes: 300, hour: 3_600, day: 86_400 } as const;

/** Values of a dimension that are counted by name in one hour or day of a project; further values share one count. */
export const MAX_KEYS = 1_000;

/** Usage of a project: how many calls, how many failed, how long they took, and whose they were. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { limitQuery } from "@/lib/contract/page";

export const USAGE_DIMENSIONS = ["toolkit", "tool", "user", "key", "session", "error"] as const;
export type UsageDimension = (typeof USAGE_DIMENSIONS)[number];

export const USAGE_RANGES = ["1h", "24h", "7d", "30d", "90d"] as const;
export type UsageRange = (typeof USAGE_RANGES)[number];

/** The lengths of time, in seconds, for which calls are counted. */
export const SPANS = { minutes: 300, hour: 3_600, day: 86_400 } as const;

/** Values of a dimension that are counted by name in one hour or day of a project; further values share one count. */
export const MAX_KEYS = 1_000;

const common = {
  method: "GET",
  own: true,
  tag: "Usage",
  auth: "project",
  permission: "observability:read",
  audit: "none",
} as const;

const range = z.enum(USAGE_RANGES).default("24h");
const count = z.number().int();
const milliseconds = z.number().int().nullable();

const sums = {
  calls: count,
  failed: count,
  /** Milliseconds that half and 95 % of the calls did not exceed, within 5 %; null if no call was measured. */
  p50_ms: milliseconds,
  p95_ms: milliseconds,
};

export const usageApi = {
  getUsage: operation({
    ...common,
    id: "getUsage",
    path: "/api/v3/internal/patchbay/usage",
    summary: "Count the calls of a time range, step by step, and compare with the range before",
    description:
      "A range begins with a whole hour, or a whole day in UTC from 30d on, and ends now. " +
      "The counts are written with the log and outlive it.",
    query: z.object({ range }),
    response: z.object({
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      step_seconds: count,
      totals: z.object(sums),
      /** The range before, of the same length. */
      before: z.object(sums),
      /** Oldest first, empty steps included. */
      steps: z.array(z.object({ at: z.iso.datetime(), ...sums })),
      /** Durations, and calls by toolkit, tool, user, key and session, are counted from this day on. */
      detailed_since: z.iso.datetime().nullable(),
    }),
  }),
  listUsageBy: operation({
    ...common,
    id: "listUsageBy",
    path: "/api/v3/internal/patchbay/usage/by",
    summary: "List the toolkits, tools, users, API keys, sessions or errors with the most calls",
    description:
      "An hour or day counts the first thousand values of each kind by name, and further ones under an empty key. " +
      "The key of an error is the tool's slug and the code of the failure, with a space between.",
    query: z.object({ range, by: z.enum(USAGE_DIMENSIONS), limit: limitQuery(10, 100) }),
    response: z.object({
      items: z.array(z.object({ key: z.string(), ...sums, calls_before: count, failed_before: count })),
      /** How many values have calls in the range. */
      total_items: count,
    }),
  }),
  exportUsage: operation({
    ...common,
    id: "exportUsage",
    audit: "usage.export",
    path: "/api/v3/internal/patchbay/usage/export",
    summary: "Export usage as CSV, by time or by what the calls have in common",
    query: z.object({ range, by: z.enum(["time", ...USAGE_DIMENSIONS]).default("time") }),
    response: z.unknown(),
  }),
};

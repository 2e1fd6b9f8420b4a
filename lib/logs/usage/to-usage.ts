/** Usage as the API and its CSV file show it. Pure. */
import type { z } from "zod";
import { toCsvLine } from "@/lib/kernel/text/to-csv-line";
import type { usageApi } from "./contract";
import type { Usage, UsageOfKey } from "./read-usage";

type Sums = Usage["sums"];

const toSums = ({ calls, failed, p50, p95 }: Sums) => ({ calls, failed, p50_ms: p50, p95_ms: p95 });

export const toUsage = (usage: Usage): z.input<typeof usageApi.getUsage.response> => ({
  from: usage.period.from.toISOString(),
  to: usage.period.to.toISOString(),
  step_seconds: usage.period.step,
  totals: toSums(usage.sums),
  before: toSums(usage.before),
  steps: usage.steps.map((step) => ({ at: step.startsAt.toISOString(), ...toSums(step) })),
  detailed_since: usage.since?.toISOString() ?? null,
});

export const toUsageBy = (usage: {
  items: UsageOfKey[];
  total: number;
}): z.input<typeof usageApi.listUsageBy.response> => ({
  items: usage.items.map((item) => ({
    key: item.key,
    ...toSums(item),
    calls_before: item.callsBefore,
    failed_before: item.failedBefore,
  })),
  total_items: usage.total,
});

const cellsOf = ({ calls, failed, p50, p95 }: Sums) => [calls, failed, p50, p95];
const SUMS = ["calls", "failed", "p50_ms", "p95_ms"];

export const toTimeFile = ({ steps }: Usage): string =>
  [["from", ...SUMS], ...steps.map((step) => [step.startsAt.toISOString(), ...cellsOf(step)])].map(toCsvLine).join("");

export const toKeyFile = (by: string, items: readonly UsageOfKey[]): string =>
  [
    [by, ...SUMS, "calls_before", "failed_before"],
    ...items.map((item) => [item.key || "(others)", ...cellsOf(item), item.callsBefore, item.failedBefore]),
  ]
    .map(toCsvLine)
    .join("");

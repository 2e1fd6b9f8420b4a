/** Usage as the pages show it: ranges, texts of times and figures, changes. Pure. */
import { toShort } from "@/components/parts/display/clock";
import type { Times } from "@/components/parts/shell/preferences";
import type { ResultOf } from "@/lib/contract/client";
import type { usageApi } from "@/generated/addresses/logs/usage";

export type UsageNumbers = ResultOf<typeof usageApi.getUsage>;
export type Step = UsageNumbers["steps"][number];
export type UsageRow = ResultOf<typeof usageApi.listUsageBy>["items"][number];

export const RANGES = [
  { key: "1h", label: "1 h", words: "the last hour" },
  { key: "24h", label: "24 h", words: "the last 24 hours" },
  { key: "7d", label: "7 d", words: "the last 7 days" },
  { key: "30d", label: "30 d", words: "the last 30 days" },
  { key: "90d", label: "90 d", words: "the last 90 days" },
] as const;
export type Range = (typeof RANGES)[number]["key"];

export const toRange = (text: string | null): Range => RANGES.find(({ key }) => key === text)?.key ?? "24h";

/** The tool logs have no range of 90 days: they show all then. */
export const toLogRange = (range: Range): string => (range === "90d" ? "" : range);

const DAY = 86_400;
const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

/** The name of a step: its day, which is counted in UTC, or its time. */
export const toStepName = (step: string, seconds: number, times: Times): string =>
  seconds >= DAY ? day.format(new Date(step)) : toShort(step, times);

export const toNumber = (value: number): string => value.toLocaleString("en");

/** `820 ms`, `1.4 s`, `2 min`; a dash if nothing was measured. */
export function toMs(value: number | null): string {
  if (value === null) return "–";
  if (value < 1000) return `${value} ms`;
  return value < 60_000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value / 60_000)} min`;
}

/** `+12%`, `−3%`, `new`; empty without calls in both ranges. */
export function toChange(now: number, before: number): string {
  if (before === 0) return now === 0 ? "" : "new";
  const share = Math.round((now / before - 1) * 100);
  if (share === 0) return "±0%";
  return share > 0 ? `+${toNumber(share)}%` : `−${Math.abs(share)}%`;
}

/** `3.2%`; empty without calls. */
export function toRate(failed: number, calls: number): string {
  if (calls === 0) return "";
  const share = (failed / calls) * 100;
  return `${share > 0 && share < 10 ? share.toFixed(1) : Math.round(share)}%`;
}

/** The tool and the code of an error's key. */
export function toError(key: string): { tool: string; code: string } {
  const space = key.lastIndexOf(" ");
  return space < 0 ? { tool: key, code: "" } : { tool: key.slice(0, space), code: key.slice(space + 1) };
}

/** A text that describes the chart, for people who cannot see it. */
export function describeSteps({ totals, steps, step_seconds: seconds }: UsageNumbers, times: Times): string {
  if (totals.calls === 0) return "No calls in this range.";
  const busiest = steps.reduce((most, step) => (step.calls > most.calls ? step : most));
  const failed = totals.failed === 0 ? "none" : toNumber(totals.failed);
  return (
    `${toNumber(totals.calls)} calls, ${failed} of them failed. ` +
    `Most calls: ${toNumber(busiest.calls)} at ${toStepName(busiest.at, seconds, times)}.`
  );
}

/** The figures of one step as a sentence. */
export const describeStep = (step: Step, seconds: number, times: Times): string =>
  `${toStepName(step.at, seconds, times)}: ${toNumber(step.calls)} calls, ${toNumber(step.failed)} failed` +
  (step.p50_ms === null ? "" : `, p50 ${toMs(step.p50_ms)}, p95 ${toMs(step.p95_ms)}`);

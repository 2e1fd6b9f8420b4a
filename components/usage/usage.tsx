/** Usage of the project: figures and chart of a range, tables by what the calls have in common, and the top errors. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { QueryView } from "@/components/parts/display/query-view";
import { Segmented } from "@/components/parts/forms/segmented";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/contract/client";
import { usageApi } from "@/generated/addresses/logs/usage";
import { ExportUsage } from "./export-usage";
import { ChartSkeleton, LazyChart } from "./lazy-chart";
import type { Measure } from "./usage-chart";
import { RANGES, toChange, toMs, toNumber, toRange, toRate, type Range, type UsageNumbers } from "./usage-data";
import { StepTable } from "./step-table";
import { TopErrors } from "./top-errors";
import { UsageTables } from "./usage-tables";

const EVERY_MS = 30_000;

const MEASURES = [
  { key: "calls", label: "Calls" },
  { key: "duration", label: "Duration" },
] as const;

export function Usage() {
  const range = toRange(useSearchParams().get("range"));
  const [measure, setMeasure] = useState<Measure>("calls");
  const usage = useQuery({
    ...query(usageApi.getUsage, { query: { range } }),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="space-y-8">
      <div className="flex flex-wrap items-center gap-2">
        <RangeChoice range={range} />
        <Segmented label="Chart" options={MEASURES} value={measure} onChange={setMeasure} />
        <div className="ml-auto">
          <ExportUsage range={range} />
        </div>
      </div>
      <QueryView query={usage} what="usage" skeleton={<Shape />}>
        {(numbers) => (
          <div className="space-y-4">
            <Totals usage={numbers} range={range} />
            <section aria-label="Over time" className="rounded-lg border p-4">
              <LazyChart usage={numbers} measure={measure} />
              <StepTable usage={numbers} />
            </section>
          </div>
        )}
      </QueryView>
      <TopErrors range={range} />
      <UsageTables range={range} />
      {usage.data ? <Since usage={usage.data} /> : null}
    </div>
  );
}

export const RangeChoice = ({ range }: { range: Range }) => (
  <Segmented
    label="Time range"
    options={RANGES}
    value={range}
    onChange={(key) => changeSearch({ range: key === "24h" ? "" : key }, "filter")}
  />
);

const Shape = () => (
  <div className="space-y-4">
    <Skeleton className="h-[155px] md:h-[78px]" />
    <div className="rounded-lg border p-4">
      <ChartSkeleton />
      <div className="mt-3 h-5" />
    </div>
  </div>
);

function Totals({ usage: { totals, before }, range }: { usage: UsageNumbers; range: Range }) {
  const words = RANGES.find(({ key }) => key === range)?.words ?? "";
  const figures = [
    { name: "Calls", value: toNumber(totals.calls), detail: toChange(totals.calls, before.calls) },
    {
      name: "Failed",
      value: toNumber(totals.failed),
      detail: [toRate(totals.failed, totals.calls), toChange(totals.failed, before.failed)].filter(Boolean).join(" · "),
    },
    { name: "p50", value: toMs(totals.p50_ms), detail: toChange(totals.p50_ms ?? 0, before.p50_ms ?? 0) },
    { name: "p95", value: toMs(totals.p95_ms), detail: toChange(totals.p95_ms ?? 0, before.p95_ms ?? 0) },
  ];
  return (
    <dl
      aria-label={`Totals for ${words}, compared with the previous period`}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line md:grid-cols-4"
    >
      {figures.map(({ name, value, detail }) => (
        <div key={name} className="bg-page p-4">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-xl font-semibold tabular-nums">{value}</span>
            <span className="text-xs text-muted" title="Compared with the previous period">
              {detail}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

/** Calls from before an upgrade are in the sums, and in nothing else. */
function Since({ usage: { from, detailed_since: since, totals } }: { usage: UsageNumbers }) {
  if (totals.calls === 0 || (since !== null && since <= from)) return null;
  return (
    <p className="text-xs text-muted">
      {since === null
        ? "Durations and details are recorded starting with the next call."
        : `Durations and details are counted from ${day.format(new Date(since))} on.`}
    </p>
  );
}

/** Calls over time in a range that the reader chooses, with the way to the page with the details. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/parts/display/query-view";
import { Segmented } from "@/components/parts/forms/segmented";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { ChartSkeleton, LazyChart } from "@/components/usage/lazy-chart";
import { RANGES, toChange, toNumber, toRate, type Range, type UsageNumbers } from "@/components/usage/usage-data";
import { query } from "@/lib/contract/client";
import { usageApi } from "@/generated/addresses/logs/usage";

const EVERY_MS = 15_000;

export function UsageCard() {
  const [range, setRange] = useState<Range>("24h");
  const usage = useQuery({
    ...query(usageApi.getUsage, { query: { range } }),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Usage" className="min-w-0 rounded-lg border p-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Segmented label="Time range" options={RANGES} value={range} onChange={setRange} />
        <Link
          href={`/usage${range === "24h" ? "" : `?range=${range}`}`}
          className="rounded-sm text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
        >
          View usage
        </Link>
      </div>
      <QueryView query={usage} what="usage" skeleton={<CardSkeleton />}>
        {(numbers) => (
          <>
            <Sums usage={numbers} range={range} />
            <LazyChart usage={numbers} measure="calls" />
          </>
        )}
      </QueryView>
    </section>
  );
}

export const CardSkeleton = () => (
  <>
    <Skeleton className="mb-3 h-11 w-40" />
    <ChartSkeleton />
  </>
);

function Sums({ usage: { totals, before }, range }: { usage: UsageNumbers; range: Range }) {
  const words = RANGES.find(({ key }) => key === range)?.words ?? "";
  return (
    <div className="mb-3 flex gap-8">
      <Sum name={`Calls in ${words}`} value={totals.calls} detail={toChange(totals.calls, before.calls)} />
      <Sum name="Failed" value={totals.failed} detail={totals.failed > 0 ? toRate(totals.failed, totals.calls) : ""} />
    </div>
  );
}

const Sum = ({ name, value, detail }: { name: string; value: number; detail: string }) => (
  <p className="h-11">
    <span className="block text-xs text-muted">{name}</span>
    <span className="text-xl font-semibold tabular-nums">{toNumber(value)}</span>
    {detail ? <span className="text-xs text-muted"> {detail}</span> : null}
  </p>
);

/**
 * The first page: the setup, the items that need attention, and the latest calls. Nothing moves once it is rendered.
 */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { QueryView } from "@/components/parts/display/query-view";
import { query } from "@/lib/contract/client";
import { Skeleton } from "@/components/ui/skeleton";
import { overviewApi } from "@/generated/addresses/overview";
import { Checklist, ChecklistSkeleton, isSetUp } from "./checklist";
import { Figures, FiguresSkeleton } from "./figures";
import type { Overview as Numbers } from "./overview-data";

// Tables load after the numbers: their code would make the first load of this page too large.
const loadLower = () => import("./needs-and-calls");
if (typeof window !== "undefined") {
  // Requested while the page still hydrates, so that the numbers need not wait for code.
  void loadLower();
}
const CallsSkeleton = () => (
  <div aria-busy="true">
    <Skeleton className="mb-3 w-32" />
    <Skeleton className="h-56" />
  </div>
);
const NeedsAndCalls = dynamic(() => loadLower().then(({ NeedsAndCalls }) => NeedsAndCalls), {
  loading: CallsSkeleton,
  ssr: false,
});
// Most projects never see it.
const OpenAddresses = dynamic(() => import("./open-addresses").then(({ OpenAddresses }) => OpenAddresses), {
  ssr: false,
});

const NUMBERS_EVERY_MS = 15_000;

/** The numbers are reloaded automatically while the tab is visible; calls appear as they happen. */
export function Overview({ demo }: { demo: boolean }) {
  const numbers = useQuery({ ...query(overviewApi.getOverview, {}), refetchInterval: NUMBERS_EVERY_MS });
  return (
    <QueryView
      query={numbers}
      what="the overview"
      skeleton={
        <div className="space-y-8">
          <ChecklistSkeleton />
          <FiguresSkeleton />
          <CallsSkeleton />
        </div>
      }
    >
      {(overview) => <Standing overview={overview} demo={demo} />}
    </QueryView>
  );
}

/**
 * The steps stay until the user leaves the page, so that the result of the last step does not vanish while it is read.
 */
function Standing({ overview, demo }: { overview: Numbers; demo: boolean }) {
  const [guided] = useState(() => !isSetUp(overview, demo));
  return (
    <div className="space-y-8">
      {overview.open_mcp_servers > 0 ? <OpenAddresses servers={overview.open_mcp_servers} /> : null}
      {guided ? <Checklist overview={overview} demo={demo} /> : null}
      <Figures overview={overview} />
      <NeedsAndCalls accounts={overview.connected_accounts} />
    </div>
  );
}

/** The first page: what is set up, what needs somebody, and what happened last. */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { QueryView } from "@/components/parts/query-view";
import { query } from "@/lib/contract/client";
import { Skeleton } from "@/components/ui/skeleton";
import { overviewApi } from "@/lib/overview/contract";
import { Checklist, ChecklistSkeleton, isSetUp } from "./checklist";
import { Figures, FiguresSkeleton } from "./figures";
import type { Overview as Numbers } from "./overview-data";

// Tables come after the numbers: their code would make the first load of this page too large.
const loadCalls = () => import("./recent-calls");
const loadFailing = () => import("./failing-accounts");
if (typeof window !== "undefined") {
  // Asked for while the page still wakes up: who waits for the numbers need not wait for code then.
  void loadCalls();
  void loadFailing();
}
const RecentCalls = dynamic(() => loadCalls().then(({ RecentCalls }) => RecentCalls), {
  loading: () => (
    <div aria-busy="true">
      <Skeleton className="mb-3 w-32" />
      <Skeleton className="h-56" />
    </div>
  ),
  ssr: false,
});
const AccountHealth = dynamic(
  () => import("@/components/connected-accounts/account-health").then(({ AccountHealth }) => AccountHealth),
  { ssr: false },
);
// Most projects never see it.
const OpenAddresses = dynamic(() => import("./open-addresses").then(({ OpenAddresses }) => OpenAddresses), {
  ssr: false,
});
const FailingAccounts = dynamic(() => loadFailing().then(({ FailingAccounts }) => FailingAccounts), { ssr: false });

// Draws nothing before its own answer has come, and for most projects nothing then.
const FailingTriggers = dynamic(() => import("./failing-triggers").then(({ FailingTriggers }) => FailingTriggers), {
  ssr: false,
});

const NUMBERS_EVERY_MS = 15_000;

/** The numbers are read again by themselves as long as the tab is in sight; calls come as they happen. */
export function Overview() {
  const numbers = useQuery({ ...query(overviewApi.getOverview, {}), refetchInterval: NUMBERS_EVERY_MS });
  return (
    <div className="space-y-8">
      <QueryView
        query={numbers}
        what="the overview"
        skeleton={
          <div className="space-y-8">
            <ChecklistSkeleton />
            <FiguresSkeleton />
          </div>
        }
      >
        {(found) => <Standing overview={found} />}
      </QueryView>
      <RecentCalls />
    </div>
  );
}

/** The steps stay until the page is left, so that the last one's result does not vanish under the reader's eyes. */
function Standing({ overview }: { overview: Numbers }) {
  const [guided] = useState(() => !isSetUp(overview));
  return (
    <>
      {overview.open_mcp_servers > 0 ? <OpenAddresses servers={overview.open_mcp_servers} /> : null}
      {guided ? <Checklist overview={overview} /> : null}
      <Figures overview={overview} />
      {overview.connected_accounts.failing > 0 ? <FailingAccounts count={overview.connected_accounts.failing} /> : null}
      {overview.connected_accounts.active > 0 ? <AccountHealth /> : null}
      {overview.connected_accounts.total > 0 ? <FailingTriggers /> : null}
    </>
  );
}

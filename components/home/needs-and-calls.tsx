/**
 * Items that need attention, with the last calls below. Rendered when all data is loaded, so that nothing moves down
 * later.
 */
"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { AccountHealth } from "@/components/connected-accounts/account-health";
import { Skeleton } from "@/components/ui/skeleton";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { query } from "@/lib/contract/client";
import { usageApi } from "@/generated/addresses/logs/usage";
import { overviewApi } from "@/generated/addresses/overview";
import { TopErrors, useTopErrors } from "@/components/usage/top-errors";
import { FailingAccounts } from "./failing-accounts";
import { FailingTriggers, useFailingTriggers } from "./failing-triggers";
import type { Overview } from "./overview-data";
import { RecentCalls, useRecentCalls } from "./recent-calls";

const SETTLED_MS = 500;

/** The figures and the usage above are reloaded soon after a call, so that they do not contradict the list below. */
function useFiguresAfter(newest: string | undefined): void {
  const client = useQueryClient();
  const lastCallId = useRef(newest);
  useEffect(() => {
    if (newest === undefined || newest === lastCallId.current) return;
    const hadCall = lastCallId.current !== undefined;
    lastCallId.current = newest;
    if (!hadCall) return;
    const timer = setTimeout(() => {
      for (const { id } of [overviewApi.getOverview, usageApi.getUsage])
        void client.invalidateQueries({ queryKey: [id] });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [newest, client]);
}

export function NeedsAndCalls({ accounts }: { accounts: Overview["connected_accounts"] }) {
  const calls = useRecentCalls();
  useFiguresAfter(calls.data && (calls.data.pages[0]?.logs[0]?.id ?? ""));
  const triggers = useFailingTriggers(accounts.total > 0);
  const health = useQuery({ ...query(connectedAccountsApi.getAccountHealth, {}), enabled: accounts.active > 0 });
  const errors = useTopErrors("24h");
  if (triggers.isLoading || health.isLoading || errors.isLoading) return <Skeleton className="h-56" />;
  return (
    <>
      <FailingAccounts count={accounts.failing} />
      {accounts.active > 0 ? <AccountHealth /> : null}
      <FailingTriggers failing={triggers.failing} />
      {errors.data?.items.length ? <TopErrors range="24h" title="Top errors, last 24 hours" /> : null}
      <RecentCalls logs={calls} />
    </>
  );
}

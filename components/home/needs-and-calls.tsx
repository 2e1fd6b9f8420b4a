/** What needs somebody, and the last calls below it: drawn when all of it is known, so that nothing is pushed down later. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { AccountHealth } from "@/components/connected-accounts/account-health";
import { Skeleton } from "@/components/ui/skeleton";
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { query } from "@/lib/contract/client";
import { FailingAccounts } from "./failing-accounts";
import { FailingTriggers, useFailingTriggers } from "./failing-triggers";
import type { Overview } from "./overview-data";
import { RecentCalls, useRecentCalls } from "./recent-calls";

export function NeedsAndCalls({ accounts }: { accounts: Overview["connected_accounts"] }) {
  const calls = useRecentCalls();
  const triggers = useFailingTriggers(accounts.total > 0);
  const health = useQuery({ ...query(connectedAccountsApi.getAccountHealth, {}), enabled: accounts.active > 0 });
  if (triggers.isLoading || health.isLoading) return <Skeleton className="h-56" />;
  return (
    <>
      <FailingAccounts count={accounts.failing} />
      {accounts.active > 0 ? <AccountHealth /> : null}
      <FailingTriggers failing={triggers.failing} />
      <RecentCalls logs={calls} />
    </>
  );
}

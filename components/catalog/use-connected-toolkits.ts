/** Which toolkits have an account that works. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { query } from "@/lib/contract/client";

const MOST_ACCOUNTS = 1000;

/** Slugs of the toolkits with an ACTIVE account among the newest 1,000; undefined until it is known. */
export function useConnectedToolkits(): ReadonlySet<string> | undefined {
  const accounts = useQuery({
    ...query(connectedAccountsApi.listConnectedAccounts, { query: { statuses: "ACTIVE", limit: MOST_ACCOUNTS } }),
    select: ({ items }) => [...new Set(items.map(({ toolkit }) => toolkit.slug))].sort(),
    staleTime: 30_000,
  });
  return accounts.data ? new Set(accounts.data) : accounts.isError ? new Set() : undefined;
}

/** Which toolkits have an account that works. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { call } from "@/lib/contract/client";

const MOST_ACCOUNTS = 1000;

/** The contract of accounts comes after the page: marking what is connected is not what people wait for. */
async function readConnected(signal: AbortSignal): Promise<string[]> {
  const { connectedAccountsApi } = await import("@/lib/connected-accounts/contract");
  const { items } = await call(connectedAccountsApi.listConnectedAccounts, { query: { statuses: "ACTIVE", limit: MOST_ACCOUNTS } }, signal);
  return [...new Set(items.map(({ toolkit }) => toolkit.slug))].sort();
}

/** Slugs of the toolkits with an ACTIVE account among the newest 1,000; undefined until it is known. Read anew by each page. */
export function useConnectedToolkits(): ReadonlySet<string> | undefined {
  const connected = useQuery({ queryKey: ["connected toolkits"], queryFn: ({ signal }) => readConnected(signal) });
  return connected.data ? new Set(connected.data) : connected.isError ? new Set() : undefined;
}

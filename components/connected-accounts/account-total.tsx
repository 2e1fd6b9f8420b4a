/** How many accounts the filters of the page choose: from the list's own answer. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { ListTotal } from "@/components/parts/lists/list-total";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { pages } from "@/lib/contract/client";
import { readTab, toAccountQuery } from "./account-filters";

export function AccountTotal() {
  const search = useSearchParams();
  const { data } = useInfiniteQuery(
    pages(connectedAccountsApi.listConnectedAccounts, { query: toAccountQuery(search) }),
  );
  const words =
    readTab(search) === "attempts"
      ? (["pending connection", "pending connections"] as const)
      : (["account", "accounts"] as const);
  return <ListTotal total={data?.pages[0]?.total_items} words={words} />;
}

/**
 * The list of connected accounts and of attempts that never became one: filters, selection, and what can be done with
 * many at once.
 */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter, useSearchParams } from "next/navigation";
import { DataTable, TableSkeleton } from "@/components/parts/lists/data-table";
import { QueryView } from "@/components/parts/display/query-view";
import { selectColumn } from "@/components/parts/lists/select-column";
import { useColumns } from "@/components/parts/lists/columns/use-columns";
import { useSorting } from "@/components/parts/lists/use-sorting";
import { changeSearch } from "@/components/parts/lists/url-state";
import { useSelection } from "@/components/parts/lists/use-selection";
import { Tabs } from "@/components/ui/tabs";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { pages } from "@/lib/contract/client";
import { accountHref, ALL_ACCOUNT_COLUMNS } from "./account-columns";
import { AccountFilterBar } from "./account-filter-bar";
import { isFiltered, readTab, toAccountQuery } from "./account-filters";

// It renders nothing before its own data has loaded.
const AccountHealth = dynamic(() => import("./account-health").then(({ AccountHealth }) => AccountHealth), {
  ssr: false,
});
const NoAccounts = dynamic(() => import("./no-accounts").then(({ NoAccounts }) => NoAccounts));
const NoAttempts = dynamic(() => import("./no-accounts").then(({ NoAttempts }) => NoAttempts));
const NothingMatches = dynamic(() => import("./no-accounts").then(({ NothingMatches }) => NothingMatches));
// Only a list that has come needs it.
const AccountBulkBar = dynamic(() => import("./account-bulk-bar").then(({ AccountBulkBar }) => AccountBulkBar), {
  ssr: false,
});

const TABS = [
  { key: "accounts", label: "Accounts" },
  { key: "attempts", label: "Pending" },
] as const;

export function Accounts() {
  const search = useSearchParams();
  const tab = readTab(search);
  return (
    <Tabs
      label="Connected accounts"
      tabs={TABS}
      value={tab}
      onChange={(key) => changeSearch({ status: "", tab: key === "accounts" ? "" : key })}
    >
      <AccountList key={tab} />
    </Tabs>
  );
}

function AccountList() {
  const search = useSearchParams();
  const router = useRouter();
  const query = toAccountQuery(search);
  const { limit: _limit, order_direction: _order, ...filter } = query;
  const accounts = useInfiniteQuery(pages(connectedAccountsApi.listConnectedAccounts, { query }));
  const attempts = readTab(search) === "attempts";
  const rows = accounts.data?.pages.flatMap(({ items }) => items) ?? [];
  const selection = useSelection(rows);
  const sorting = useSorting();
  const { columns: listColumns, sizing, ...choice } = useColumns("connected_accounts", ALL_ACCOUNT_COLUMNS);
  const columns = [selectColumn(selection), ...listColumns];
  return (
    <>
      {isFiltered(search) || attempts ? null : <AccountHealth />}
      <AccountFilterBar columns={choice} />
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={accounts}
          what={attempts ? "pending connections" : "connected accounts"}
          skeleton={<TableSkeleton columns={columns} sizing={sizing} sorting={sorting} />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={isFiltered(search) ? <NothingMatches /> : attempts ? <NoAttempts /> : <NoAccounts />}
        >
          {() => (
            <DataTable
              caption={`${attempts ? "Pending connections" : "Connected accounts"}, ${sorting.isOldestFirst ? "oldest" : "newest"} first`}
              columns={columns}
              sizing={sizing}
              sorting={sorting}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={({ id }) => router.push(accountHref(id))}
            />
          )}
        </QueryView>
      </div>
      {accounts.data ? (
        <AccountBulkBar
          selection={selection}
          matching={accounts.data.pages[0]?.total_items ?? rows.length}
          filter={filter}
        />
      ) : null}
    </>
  );
}

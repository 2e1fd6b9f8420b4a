/** The list of connected accounts: filters, selection, and what can be done with many at once. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter, useSearchParams } from "next/navigation";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/data-table";
import { QueryView } from "@/components/parts/query-view";
import { Checkbox } from "@/components/ui/checkbox";
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { pages } from "@/lib/contract/client";
import { ACCOUNT_COLUMNS, accountHref } from "./account-columns";
import { AccountFilterBar } from "./account-filter-bar";
import { isFiltered, toAccountQuery } from "./account-filters";
import type { AccountRow } from "./account-status";
import { type Selection, useSelection } from "./use-selection";

// It draws nothing before its own answer has come.
const AccountHealth = dynamic(() => import("./account-health").then(({ AccountHealth }) => AccountHealth), {
  ssr: false,
});
const NoAccounts = dynamic(() => import("./no-accounts").then(({ NoAccounts }) => NoAccounts));
const NothingMatches = dynamic(() => import("./no-accounts").then(({ NothingMatches }) => NothingMatches));
// Only a list that has come needs it.
const BulkBar = dynamic(() => import("./bulk-bar").then(({ BulkBar }) => BulkBar), { ssr: false });

const toColumns = (selection: Selection<AccountRow>): Column<AccountRow>[] => [
  {
    heading: "Select",
    hideHeading: true,
    className: "w-8 pr-0",
    cell: (account) => (
      <Checkbox
        className="block"
        aria-label={`Select ${account.id}`}
        checked={selection.has(account.id)}
        onChange={() => selection.toggle(account.id)}
      />
    ),
  },
  ...ACCOUNT_COLUMNS,
];

export function Accounts() {
  const search = useSearchParams();
  const router = useRouter();
  const accounts = useInfiniteQuery(
    pages(connectedAccountsApi.listConnectedAccounts, { query: toAccountQuery(search) }),
  );
  const rows = accounts.data?.pages.flatMap(({ items }) => items) ?? [];
  const selection = useSelection(rows);
  const columns = toColumns(selection);
  return (
    <>
      {isFiltered(search) ? null : <AccountHealth />}
      <AccountFilterBar />
      <BulkBar selection={selection} total={rows.length} />
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={accounts}
          what="connected accounts"
          skeleton={<TableSkeleton columns={columns} />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={isFiltered(search) ? <NothingMatches /> : <NoAccounts />}
        >
          {() => (
            <DataTable
              caption="Connected accounts, newest first"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={({ id }) => router.push(accountHref(id))}
            />
          )}
        </QueryView>
      </div>
    </>
  );
}

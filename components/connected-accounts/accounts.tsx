/** The list of connected accounts: filters, selection, and what can be done with many at once. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Cable, SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/data-table";
import { EmptyState } from "@/components/parts/empty-state";
import { QueryView } from "@/components/parts/query-view";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { pages } from "@/lib/contract/client";
import { ACCOUNT_COLUMNS, accountHref } from "./account-columns";
import { AccountFilterBar } from "./account-filter-bar";
import { isFiltered, toAccountQuery } from "./account-filters";
import type { AccountRow } from "./account-status";
import type { BulkKind } from "./bulk-window";
import { ConnectAccount } from "./connect-account";
import { useSelection } from "./use-selection";

const AccountHealth = dynamic(() => import("./account-health").then(({ AccountHealth }) => AccountHealth));
const BulkWindow = dynamic(() => import("./bulk-window").then(({ BulkWindow }) => BulkWindow), { ssr: false });

type Selection = ReturnType<typeof useSelection<AccountRow>>;

const toColumns = (selection: Selection): Column<AccountRow>[] => [
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

/** Stands above the list as soon as there is one, so that nothing jumps when a row is ticked. */
function BulkBar({ selection, total }: { selection: Selection; total: number }) {
  const [kind, setKind] = useState<BulkKind | null>(null);
  const count = selection.chosen.length;
  if (total === 0 && kind === null) return null;
  const close = () => {
    setKind(null);
    selection.clear();
  };
  return (
    <div className="mb-2 flex min-h-8 flex-wrap items-center gap-2 pl-4">
      <Checkbox
        label={count > 0 ? `${count} selected` : "Select all"}
        checked={selection.all}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !selection.all;
        }}
        onChange={selection.toggleAll}
      />
      {count > 0 ? (
        <>
          <Button variant="outline" className="ml-2" aria-haspopup="dialog" onClick={() => setKind("disable")}>
            Disable
          </Button>
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setKind("delete")}>
            Delete
          </Button>
          <Button variant="ghost" onClick={selection.clear}>
            Clear
          </Button>
        </>
      ) : null}
      {kind ? <BulkWindow kind={kind} accounts={selection.chosen} onClose={close} /> : null}
    </div>
  );
}

const NoAccounts = () => (
  <EmptyState Icon={Cable} title="Nobody has connected an account yet" action={<ConnectAccount />}>
    A connected account holds what one of your users allowed: their GitHub, their mailbox. Make a link for a user, or
    let your program ask for one.
  </EmptyState>
);

const NothingMatches = () => (
  <EmptyState Icon={SearchX} title="No account matches these filters">
    User ids compare exactly, upper and lower case included.
  </EmptyState>
);

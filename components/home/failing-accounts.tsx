/** The accounts that need attention: they worked before, and stopped. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { accountDetail, accountName } from "@/components/connected-accounts/account-name";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { StatusBadge } from "@/components/parts/display/status-badge";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Link } from "@/components/ui/link";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { query, type ResultOf } from "@/lib/contract/client";

type Account = ResultOf<typeof connectedAccountsApi.listConnectedAccounts>["items"][number];

const ACCOUNT_LIMIT = 5;
const FAILING = "FAILED,EXPIRED";

const Detail = ({ account }: { account: Account }) => accountDetail(account, useToolkitNames());

const COLUMNS: readonly Column<Account>[] = [
  {
    heading: "Account",
    className: "w-full max-w-0 min-w-32",
    cell: (account) => (
      <span className="flex min-w-0 items-center gap-2">
        <ToolkitLogo slug={account.toolkit.slug} />
        <span className="min-w-0 flex-1">
          <Link
            href={`/connected-accounts/${encodeURIComponent(account.id)}`}
            className="block truncate rounded-sm text-sm hover:underline"
            title={accountName(account)}
          >
            {accountName(account)}
          </Link>
          <span className="block truncate text-xs text-muted">
            <Detail account={account} />
          </span>
        </span>
      </span>
    ),
  },
  { heading: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    heading: "Why",
    wide: "md",
    cell: ({ status_reason: reason }) => (
      <span className="block max-w-80 truncate text-muted" title={reason ?? undefined}>
        {reason ?? "–"}
      </span>
    ),
  },
  {
    heading: "Since",
    wide: "md",
    className: "text-right text-muted",
    cell: ({ updated_at: time }) => <RelativeTime at={time} />,
  },
];

/** `count` is the total number; renders nothing if it is 0. */
export function FailingAccounts({ count }: { count: number }) {
  const accounts = useQuery({
    ...query(connectedAccountsApi.listConnectedAccounts, {
      query: { statuses: FAILING, ever_active: true, order_by: "updated_at", limit: ACCOUNT_LIMIT },
    }),
    enabled: count > 0,
  });
  if (count === 0) return null;
  return (
    <section aria-labelledby="failing">
      <div className="mb-3 flex items-center justify-between">
        <h2 id="failing" className="text-base font-semibold">
          Accounts that need attention
        </h2>
        {count > ACCOUNT_LIMIT ? (
          <Link
            href={`/connected-accounts?status=${FAILING}`}
            className="rounded-sm text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
          >
            All {count.toLocaleString("en")}
          </Link>
        ) : null}
      </div>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={accounts}
          what="failing accounts"
          skeleton={<TableSkeleton columns={COLUMNS} rows={Math.min(count, ACCOUNT_LIMIT)} />}
        >
          {({ items }) => (
            <DataTable caption="Accounts that need attention" columns={COLUMNS} rows={items} rowKey={({ id }) => id} />
          )}
        </QueryView>
      </div>
    </section>
  );
}

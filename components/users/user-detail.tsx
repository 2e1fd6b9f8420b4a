/** An end user: the accounts, the calls, and a connect link to send. */
"use client";
import dynamic from "next/dynamic";
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { USER_ACCOUNT_COLUMNS, accountHref } from "@/components/connected-accounts/account-columns";
import { type AccountTab, readTab } from "@/components/connected-accounts/account-filters";
import { ConnectAccount } from "@/components/connected-accounts/connect-account";
import { CopyButton } from "@/components/parts/display/copy-button";
import { DataTable, TableSkeleton } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { isNotFound } from "@/components/parts/display/is-not-found";
import { PageHeader } from "@/components/parts/shell/page-header";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { pages, query, type ResultOf } from "@/lib/contract/client";
import { AccountCounts } from "./account-counts";
import { ConnectionsLink } from "./connections-link";

const RecentCalls = dynamic(() =>
  import("@/components/connected-accounts/recent-calls").then(({ RecentCalls }) => RecentCalls),
);
const RevokeEverything = dynamic(
  () => import("@/components/connected-accounts/revoke-everything").then(({ RevokeEverything }) => RevokeEverything),
  // A header that wraps would become higher when the button comes.
  { loading: () => <span aria-hidden className="h-8 w-44 pointer-coarse:h-10" /> },
);

const accountsOf = (id: string, tab: AccountTab) =>
  pages(connectedAccountsApi.listConnectedAccounts, {
    query: { user_ids: id, ever_active: tab === "accounts", limit: 50 },
  });

type Accounts = UseInfiniteQueryResult<InfiniteData<ResultOf<typeof connectedAccountsApi.listConnectedAccounts>>>;

const Shape = () => (
  <div className="space-y-6" aria-busy="true">
    <Skeleton className="h-6 w-64" />
    <Skeleton className="h-4 w-96 max-w-full" />
    <Skeleton className="h-40" />
    <Skeleton className="h-40" />
  </div>
);

/**
 * A user without accounts is not an error: calls of tools that need no account can name the user, and a link can be
 * sent.
 */
export function UserDetail({ id }: { id: string }) {
  const user = useQuery(query(connectedAccountsApi.getUser, { params: { user_id: id } }));
  // Requested together with the user and rendered below, so that nothing moves down.
  const tab = readTab(useSearchParams());
  const accounts = useInfiniteQuery(accountsOf(id, tab));
  const unknown = isNotFound(user.error);
  if (user.isLoading) return <Shape />;
  return (
    <>
      <PageHeader
        title={
          <span className="wrap-anywhere">
            {id} <CopyButton text={id} what="user ID" />
          </span>
        }
        description={
          <span className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
            {user.data ? (
              <>
                <AccountCounts accounts={user.data.accounts} named />
                {user.data.first_connected_at ? (
                  <span>
                    First connected <RelativeTime at={user.data.first_connected_at} />
                  </span>
                ) : null}
              </>
            ) : null}
            {unknown ? "This user has no connected accounts yet." : null}
            <Link
              href={`/sessions?user=${encodeURIComponent(id)}`}
              className="rounded-sm underline underline-offset-4 hover:text-ink"
            >
              Sessions
            </Link>
            <Link
              href={`/triggers?user=${encodeURIComponent(id)}`}
              className="rounded-sm underline underline-offset-4 hover:text-ink"
            >
              Triggers
            </Link>
            <Link
              href={`/logs/triggers?user=${encodeURIComponent(id)}`}
              className="rounded-sm underline underline-offset-4 hover:text-ink"
            >
              Events
            </Link>
          </span>
        }
      >
        <ConnectAccount userId={id} />
        <ConnectionsLink userId={id} />
        {user.data ? <RevokeEverything everything={{ scope: "user", target: id }} of={`the user ${id}`} /> : null}
      </PageHeader>
      <UserAccounts id={id} tab={tab} accounts={accounts} counts={user.data?.accounts} />
      {/* The list above has its height only when it is loaded. */}
      {accounts.isPending ? null : (
        <RecentCalls
          title="Recent calls"
          without="User"
          filters={[{ field: "user_id", operator: "==", value: id }]}
          href={`/logs/tools?user=${encodeURIComponent(id)}`}
        />
      )}
    </>
  );
}

type UserAccountsProps = {
  id: string;
  tab: AccountTab;
  accounts: Accounts;
  counts: { total: number; attempts: number } | undefined;
};

function UserAccounts({ id, tab, accounts, counts = { total: 0, attempts: 0 } }: UserAccountsProps) {
  const router = useRouter();
  const empty =
    tab === "attempts" ? (
      <EmptyState Icon={UserRound} title="No pending connections">
        Connections that are in progress, canceled or failed appear here.
      </EmptyState>
    ) : (
      <EmptyState
        Icon={UserRound}
        title="No connected accounts"
        guide="connect-users/connect-popup"
        action={<ConnectAccount userId={id} variant="outline" />}
      >
        Create a connect link and send it, or have your program request one with this user ID.
      </EmptyState>
    );
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts" className="sr-only">
        Accounts
      </h2>
      <Tabs
        label="Accounts"
        tabs={[
          { key: "accounts", label: "Accounts", count: counts.total - counts.attempts },
          { key: "attempts", label: "Pending", count: counts.attempts },
        ]}
        value={tab}
        onChange={(key) => changeSearch({ tab: key === "accounts" ? "" : key })}
      >
        <div className="overflow-hidden rounded-lg border">
          <QueryView
            query={accounts}
            what="the accounts"
            skeleton={<TableSkeleton columns={USER_ACCOUNT_COLUMNS} rows={3} />}
            isEmpty={({ pages }) => pages[0]?.items.length === 0}
            empty={empty}
          >
            {({ pages }) => (
              <DataTable
                caption={`${tab === "accounts" ? "Accounts" : "Pending"} of ${id}`}
                columns={USER_ACCOUNT_COLUMNS}
                rows={pages.flatMap(({ items }) => items)}
                rowKey={({ id }) => id}
                onOpen={({ id }) => router.push(accountHref(id))}
              />
            )}
          </QueryView>
        </div>
      </Tabs>
    </section>
  );
}

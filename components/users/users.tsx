/** The end users of the project: everybody who has a connected account. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX, UsersRound } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { ConnectAccount } from "@/components/connected-accounts/connect-account";
import { userHref } from "@/components/connected-accounts/account-columns";
import { ColumnsButton } from "@/components/parts/lists/columns/columns-button";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { ListTotal } from "@/components/parts/lists/list-total";
import { useColumns } from "@/components/parts/lists/columns/use-columns";
import { SearchInput } from "@/components/parts/lists/search-input";
import { ToolkitLogos } from "@/components/parts/display/toolkit-logos";
import { Link } from "@/components/ui/link";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { pages, type ResultOf } from "@/lib/contract/client";
import { AccountCounts } from "./account-counts";

type EndUser = ResultOf<typeof connectedAccountsApi.listUsers>["items"][number];

const COLUMNS: readonly Column<EndUser>[] = [
  {
    heading: "User",
    cell: (user) => (
      <Link
        href={userHref(user.user_id)}
        className="block truncate rounded-sm font-mono text-xs font-medium hover:underline"
        title={user.user_id}
      >
        {user.user_id}
      </Link>
    ),
    className: "w-full max-w-0 min-w-32 @[58rem]:w-2/5",
  },
  { heading: "Toolkits", wide: "md", cell: (user) => <ToolkitLogos slugs={user.toolkits} /> },
  { heading: "Accounts", cell: (user) => <AccountCounts accounts={user.accounts} /> },
  {
    heading: "Last connected",
    wide: "md",
    className: "text-right text-muted",
    cell: ({ last_connected_at: time }) => (time ? <RelativeTime at={time} /> : "Never"),
  },
];

function useUsers() {
  const words = useSearchParams().get("search")?.trim();
  return useInfiniteQuery(
    pages(connectedAccountsApi.listUsers, { query: { limit: 50, ...(words && { search: words }) } }),
  );
}

/** How many users the search chooses: from the list's own answer. */
export const UserTotal = () => <ListTotal total={useUsers().data?.pages[0]?.total_items} words={["user", "users"]} />;

export function Users() {
  const words = useSearchParams().get("search")?.trim();
  const router = useRouter();
  const users = useUsers();
  const { columns, sizing, ...choice } = useColumns("users", COLUMNS);
  return (
    <>
      <search aria-label="Search users" className="mb-4 flex items-center justify-between gap-2">
        <SearchInput label="Search user IDs" className="flex-1 sm:max-w-72" />
        <ColumnsButton {...choice} className="max-md:hidden" />
      </search>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={users}
          what="users"
          skeleton={<TableSkeleton columns={columns} sizing={sizing} />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={words ? <NothingMatches /> : <NoUsers />}
        >
          {({ pages }) => (
            <DataTable
              caption="Users of this project, newest account first"
              columns={columns}
              sizing={sizing}
              rows={pages.flatMap(({ items }) => items)}
              rowKey={({ user_id }) => user_id}
              onOpen={({ user_id }) => router.push(userHref(user_id))}
            />
          )}
        </QueryView>
      </div>
    </>
  );
}

const NoUsers = () => (
  <EmptyState
    Icon={UsersRound}
    title="No users yet"
    guide="connect-users/connect-popup"
    action={<ConnectAccount variant="outline" />}
  >
    Users appear here with their first connection. You don’t need to create them: your program names a user when it
    connects an account.
  </EmptyState>
);

const NothingMatches = () => (
  <EmptyState Icon={SearchX} title="No matching users">
    Only users with a connected account are listed.
  </EmptyState>
);

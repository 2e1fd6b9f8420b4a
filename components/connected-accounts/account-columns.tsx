/** The columns of a list of connected accounts, and the link that opens one. */
"use client";
import type { Column } from "@/components/parts/lists/data-table";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Link } from "@/components/ui/link";
import { rowName } from "./account-name";
import { AccountStatusBadge, type AccountRow } from "./account-status";
import { splitReason } from "./account-values";

export const accountHref = (id: string): string => `/connected-accounts/${encodeURIComponent(id)}`;
export const userHref = (id: string): string => `/users/${encodeURIComponent(id)}`;

/** A phone has no column for the user: the second line begins with it. */
function AccountLink({ account, withUser }: { account: AccountRow; withUser: boolean }) {
  const nameOf = useToolkitNames();
  const [name, toolkit] = [rowName(account, nameOf), nameOf(account.toolkit.slug)];
  return (
    <span className="flex min-w-0 items-center gap-3">
      <ToolkitLogo slug={account.toolkit.slug} className="size-7" />
      <span className="min-w-0 flex-1">
        <Link
          href={accountHref(account.id)}
          className="block truncate rounded-sm font-medium hover:underline"
          title={name}
        >
          {name}
        </Link>
        <span className="block truncate text-xs text-muted">
          {withUser ? <span className="@[40rem]:hidden">{account.user_id} · </span> : null}
          {name === toolkit ? "" : `${toolkit} · `}
          <span className="font-mono">{account.id}</span>
        </span>
      </span>
    </span>
  );
}

const accountColumn = (withUser: boolean): Column<AccountRow> => ({
  heading: "Account",
  cell: (account) => <AccountLink account={account} withUser={withUser} />,
  className: "w-full max-w-0 min-w-36 @[58rem]:w-2/5",
  skeleton: "h-8.75 w-64 max-w-full",
});

/** Few accounts have a reason for their status: it has no column of its own. */
function Status({ account }: { account: AccountRow }) {
  const { status_reason: reason } = account;
  return (
    <>
      <AccountStatusBadge account={account} />
      {reason ? (
        <span className="hidden max-w-64 truncate text-xs text-muted @[58rem]:block" title={reason}>
          {splitReason(reason).short}
        </span>
      ) : null}
    </>
  );
}

export const ACCOUNT_COLUMNS: readonly Column<AccountRow>[] = [
  accountColumn(true),
  {
    heading: "User",
    wide: "md",
    cell: (account) => (
      <code className="block max-w-40 truncate font-mono text-xs @[68rem]:max-w-72" title={account.user_id}>
        {account.user_id}
      </code>
    ),
  },
  { heading: "Status", skeleton: "h-5.5 w-16", cell: (account) => <Status account={account} /> },
  {
    heading: "Created",
    wide: "lg",
    isSorted: true,
    className: "text-right text-muted",
    cell: (account) => <RelativeTime at={account.created_at} />,
  },
];

const timeColumn = (heading: string, timeOf: (account: AccountRow) => string | null): Column<AccountRow> => ({
  heading,
  wide: "lg",
  isExtra: true,
  className: "text-right text-muted",
  cell: (account) => {
    const time = timeOf(account);
    return time === null ? "–" : <RelativeTime at={time} />;
  },
});

/** The page of accounts has columns that a person can add. */
export const ALL_ACCOUNT_COLUMNS: readonly Column<AccountRow>[] = [
  ...ACCOUNT_COLUMNS.slice(0, -1),
  timeColumn("Updated", (account) => account.updated_at),
  timeColumn("Last used", (account) => account.last_used_at),
  ...ACCOUNT_COLUMNS.slice(-1),
];

/** On the page of a user, the id is in the title, so no row repeats it. */
export const USER_ACCOUNT_COLUMNS: readonly Column<AccountRow>[] = [
  accountColumn(false),
  ...ACCOUNT_COLUMNS.slice(1).filter(({ heading }) => heading !== "User"),
];

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
          {withUser ? <span className="md:hidden">{account.user_id} · </span> : null}
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
  className: "w-full max-w-0 min-w-36",
  skeleton: "h-8.75 w-64 max-w-full",
});

export const ACCOUNT_COLUMNS: readonly Column<AccountRow>[] = [
  accountColumn(true),
  {
    heading: "User",
    wide: "md",
    cell: (account) => (
      <code className="block max-w-40 truncate font-mono text-xs" title={account.user_id}>
        {account.user_id}
      </code>
    ),
  },
  { heading: "Status", skeleton: "h-5.5 w-16", cell: (account) => <AccountStatusBadge account={account} /> },
  {
    heading: "Reason",
    wide: "lg",
    skeleton: "w-11",
    cell: (account) => (
      <span className="block max-w-56 truncate text-muted" title={account.status_reason ?? undefined}>
        {account.status_reason ? splitReason(account.status_reason).short : "–"}
      </span>
    ),
  },
  {
    heading: "Created",
    wide: "lg",
    className: "text-right text-muted",
    cell: (account) => <RelativeTime at={account.created_at} />,
  },
];

/** On the page of a user, the id is in the title, so no row repeats it. */
export const USER_ACCOUNT_COLUMNS: readonly Column<AccountRow>[] = [
  accountColumn(false),
  ...ACCOUNT_COLUMNS.slice(1).filter(({ heading }) => heading !== "User"),
];

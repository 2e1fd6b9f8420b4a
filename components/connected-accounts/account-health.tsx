/**
 * Accounts that work and still deserve a look: those that end soon, whose renewal fails, that nobody uses. Nothing is
 * drawn without any.
 */
"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Link } from "@/components/ui/link";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { query, type ResultOf } from "@/lib/contract/client";
import { accountName } from "./account-name";

type Health = ResultOf<typeof connectedAccountsApi.getAccountHealth>;
type Row = Health["ends_soon"]["items"][number];

const GROUPS: { key: keyof Health; title: string; text: string; fact: (row: Row) => ReactNode }[] = [
  {
    key: "ends_soon",
    title: "Expires soon",
    text: "The token expires within seven days and can only be renewed by signing in again.",
    fact: ({ expires_at: time }) =>
      time ? (
        <>
          ends <RelativeTime at={time} />
        </>
      ) : null,
  },
  {
    key: "refresh_failing",
    title: "Renewal fails",
    text: "The last token renewal failed. Patchbay retries automatically.",
    fact: ({ status_reason: reason }) => reason,
  },
  {
    key: "never_used",
    title: "Never used",
    text: "Connected more than seven days ago and not used since.",
    fact: ({ created_at: time }) => (
      <>
        connected <RelativeTime at={time} />
      </>
    ),
  },
];

export function AccountHealth() {
  const health = useQuery(query(connectedAccountsApi.getAccountHealth, {}));
  const groups = GROUPS.filter(({ key }) => (health.data?.[key].total ?? 0) > 0);
  if (!health.data || groups.length === 0) return null;
  return (
    <section aria-label="Accounts to check" className="mb-4 divide-y rounded-lg border">
      {groups.map(({ key, title, text, fact }) => {
        const { total, items } = health.data[key];
        return (
          <details key={key} className="group px-4 py-2">
            <summary className="flex min-h-8 cursor-pointer items-center gap-2 text-sm font-medium">
              {title} <span className="font-mono text-xs text-muted">{total.toLocaleString("en")}</span>
            </summary>
            <p className="mb-2 text-sm text-muted">{text}</p>
            <ul className="mb-2 max-h-60 space-y-1 overflow-y-auto text-sm" tabIndex={0} aria-label={title}>
              {items.map((row) => (
                <li key={row.id} className="flex min-w-0 items-center gap-2">
                  <ToolkitLogo slug={row.toolkit_slug} />
                  <Link
                    href={`/connected-accounts/${encodeURIComponent(row.id)}`}
                    className="max-w-64 min-w-0 truncate rounded-sm underline-offset-4 hover:underline"
                  >
                    {accountName(row)}
                  </Link>
                  <span className="min-w-0 flex-1 truncate text-muted">{fact(row)}</span>
                </li>
              ))}
            </ul>
            {total > items.length ? (
              <p className="mb-2 text-xs text-muted">
                The first {items.length} of {total.toLocaleString("en")}.
              </p>
            ) : null}
          </details>
        );
      })}
    </section>
  );
}

/** The toolkits of a session, with the account that its user has of each, and links to connect others. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Cable, SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { AccountLink } from "@/components/connected-accounts/account-link";
import { accountHref } from "@/components/connected-accounts/account-columns";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { SearchInput } from "@/components/parts/lists/search-input";
import { StatusBadge, type Status } from "@/components/parts/display/status-badge";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Switch } from "@/components/ui/switch";
import { pages } from "@/lib/contract/client";
import { metaApi } from "@/generated/addresses/sessions/meta-tools";
import type { SessionToolkit } from "./session-toolkit";

const ConnectInSession = dynamic(() => import("./connect-in-session").then((module) => module.ConnectInSession), {
  ssr: false,
});

const NameCell = ({ toolkit: { slug, name, connected_account: account } }: { toolkit: SessionToolkit }) => (
  <span className="flex min-w-0 items-center gap-2">
    <ToolkitLogo slug={slug} />
    <span className="min-w-0">
      <Link href={`/toolkits/${encodeURIComponent(slug)}`} className="block truncate rounded-sm hover:underline">
        {name}
      </Link>
      {account ? (
        <Link
          href={accountHref(account.id)}
          className="block truncate rounded-sm font-mono text-xs text-muted hover:underline @[40rem]:hidden"
        >
          {account.id}
        </Link>
      ) : null}
    </span>
  </span>
);

const Absent = () => <span className="text-muted">–</span>;

const toColumns = (onConnect: (toolkit: SessionToolkit) => void): Column<SessionToolkit>[] => [
  { heading: "Toolkit", className: "w-full max-w-0 min-w-32", cell: (toolkit) => <NameCell toolkit={toolkit} /> },
  {
    heading: "Account",
    wide: "md",
    cell: ({ connected_account: account }) =>
      account ? (
        <span className="block max-w-56">
          <AccountLink id={account.id} />
        </span>
      ) : (
        <Absent />
      ),
  },
  {
    heading: "Owner",
    wide: "lg",
    className: "max-w-64",
    cell: ({ connected_account: account }) =>
      account ? <span className="block truncate">{account.user_id}</span> : <Absent />,
  },
  {
    heading: "Status",
    cell: ({ connected_account: account, is_no_auth: open }) =>
      account ? (
        <StatusBadge status={account.status as Status} />
      ) : (
        <span className="whitespace-nowrap text-muted">{open ? "Not needed" : "Not connected"}</span>
      ),
  },
  {
    heading: "Connect",
    hideHeading: true,
    className: "text-right",
    cell: (toolkit) =>
      toolkit.is_no_auth ? null : (
        <Button variant="outline" aria-haspopup="dialog" onClick={() => onConnect(toolkit)}>
          Connect<span className="sr-only"> {toolkit.name}</span>
        </Button>
      ),
  },
];

export function SessionConnections({ id }: { id: string }) {
  const search = useSearchParams();
  const [connecting, setConnecting] = useState<SessionToolkit | null>(null);
  const words = search.get("search")?.trim() ?? "";
  const only = search.get("connected") === "1";
  const columns = toColumns(setConnecting);
  const toolkits = useInfiniteQuery(
    pages(metaApi.listSessionToolkits, {
      params: { session_id: id },
      query: { limit: 50, ...(words && { search: words }), ...(only && { is_connected: true }) },
    }),
  );
  return (
    <>
      <search aria-label="Filter toolkits" className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput label="Search toolkits" className="min-w-48 flex-1 sm:max-w-80" />
        <Switch label="Connected only" checked={only} onChange={(on) => changeSearch({ connected: on ? "1" : "" })} />
      </search>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={toolkits}
          what="the connections"
          skeleton={<TableSkeleton columns={columns} />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={<Nothing isFiltered={words !== "" || only} />}
        >
          {({ pages }) => (
            <DataTable
              caption="Session toolkits, connected first"
              columns={columns}
              rows={pages.flatMap(({ items }) => items)}
              rowKey={({ slug }) => slug}
            />
          )}
        </QueryView>
      </div>
      {connecting ? <ConnectInSession sessionId={id} toolkit={connecting} onClose={() => setConnecting(null)} /> : null}
    </>
  );
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState Icon={SearchX} title="No matching toolkits">
      Only toolkits this session can use are listed.
    </EmptyState>
  ) : (
    <EmptyState Icon={Cable} title="No toolkits allowed">
      The session’s rules exclude all toolkits. Change them in the configuration.
    </EmptyState>
  );

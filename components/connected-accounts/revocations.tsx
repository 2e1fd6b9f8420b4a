/** The revocation jobs, newest first; each links to its report. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Link } from "@/components/ui/link";
import { revocationApi } from "@/generated/addresses/connected-accounts/revocation";
import { pages } from "@/lib/contract/client";
import { reportHref, toSummary, toTitle, type Revocation } from "./revocation-values";

const COLUMNS: readonly Column<Revocation>[] = [
  {
    heading: "What",
    className: "w-full max-w-0 min-w-36",
    cell: (job) => (
      <Link
        href={reportHref(job.id)}
        className="block truncate rounded-sm font-medium hover:underline"
        title={toTitle(job)}
      >
        {toTitle(job)}
      </Link>
    ),
  },
  { heading: "Result", wide: "md", cell: (job) => <span className="text-muted">{toSummary(job)}</span> },
  {
    heading: "Started",
    className: "text-right text-muted",
    cell: ({ created_at: time }) => <RelativeTime at={time} />,
  },
];

export function Revocations() {
  const router = useRouter();
  const jobs = useInfiniteQuery(pages(revocationApi.listRevocations, { query: {} }));
  const empty = (
    <EmptyState Icon={ShieldCheck} title="No revocations yet" guide="connect-users/connections-page">
      Reports appear here when you revoke all accounts of a user, toolkit, auth config or project, or delete an account
      that is revoked at its provider.
    </EmptyState>
  );
  return (
    <div className="overflow-hidden rounded-lg border">
      <QueryView
        query={jobs}
        what="the reports"
        skeleton={<TableSkeleton columns={COLUMNS} rows={4} />}
        isEmpty={({ pages: [first] }) => first?.items.length === 0}
        empty={empty}
      >
        {({ pages: revocationPages }) => (
          <DataTable
            caption="Revocations, newest first"
            columns={COLUMNS}
            rows={revocationPages.flatMap(({ items }) => items)}
            rowKey={({ id }) => id}
            onOpen={({ id }) => router.push(reportHref(id))}
          />
        )}
      </QueryView>
    </div>
  );
}

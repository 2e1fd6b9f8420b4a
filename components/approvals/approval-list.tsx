/** Waiting or decided calls; each links to its page. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { History, Stamp } from "lucide-react";
import { useRouter } from "next/navigation";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Link } from "@/components/ui/link";
import { pages } from "@/lib/contract/client";
import { approvalsApi } from "@/generated/addresses/sessions/approvals";
import { ApprovalState } from "./approval-state";
import { approvalHref, decidedText, type ListedApproval } from "./approval-words";
import { Countdown } from "./countdown";

const EVERY_MS = 5_000;
const DECIDED = ["approved", "completed", "failed", "denied", "expired", "unknown"] as const;

const CALL: Column<ListedApproval> = {
  heading: "Call",
  className: "w-full max-w-0 min-w-40",
  cell: (row) => (
    <span className="flex min-w-0 items-center gap-2.5">
      <ToolkitLogo slug={row.toolkit_slug} className="size-5" />
      <span className="min-w-0">
        <Link
          href={approvalHref(row.id)}
          className="block truncate rounded-sm font-mono text-xs font-medium hover:underline"
          title={row.tool_slug}
        >
          {row.tool_slug}
        </Link>
        <span className="block truncate text-xs text-muted" title={row.user_id}>
          for {row.user_id}
        </span>
      </span>
    </span>
  ),
};

const WAITING: readonly Column<ListedApproval>[] = [
  CALL,
  {
    heading: "Asked because",
    wide: "lg",
    cell: ({ rule }) => (
      <span className="block max-w-80 truncate text-muted" title={rule}>
        {rule}
      </span>
    ),
  },
  { heading: "Asked", wide: "md", className: "text-muted", cell: (row) => <RelativeTime at={row.created_at} /> },
  { heading: "Time left", className: "text-right", cell: (row) => <Countdown until={row.expires_at} /> },
];

const HISTORY: readonly Column<ListedApproval>[] = [
  CALL,
  { heading: "State", cell: ({ state }) => <ApprovalState state={state} /> },
  {
    heading: "Decision",
    wide: "md",
    cell: (row) => (
      <span className="block max-w-72 truncate text-muted" title={decidedText(row) ?? undefined}>
        {decidedText(row) ?? "Nobody decided"}
      </span>
    ),
  },
  {
    heading: "When",
    wide: "md",
    className: "text-right text-muted",
    cell: (row) => <RelativeTime at={row.decided_at ?? row.expires_at} />,
  },
];

export function ApprovalList({ waiting }: { waiting: boolean }) {
  const router = useRouter();
  const columns = waiting ? WAITING : HISTORY;
  const state = waiting ? "waiting" : DECIDED.join(",");
  const calls = useInfiniteQuery({
    ...pages(approvalsApi.listApprovals, { query: { limit: 50, state } }),
    refetchInterval: waiting ? EVERY_MS : false,
  });
  return (
    <div className="overflow-hidden rounded-lg border">
      <QueryView
        query={calls}
        what={waiting ? "what waits" : "the history"}
        skeleton={<TableSkeleton columns={columns} rows={4} />}
        isEmpty={({ pages: [first] }) => first?.items.length === 0}
        empty={waiting ? <NothingWaits /> : <NothingDecided />}
      >
        {({ pages: approvalPages }) => (
          <DataTable
            caption={waiting ? "Calls that wait for a decision, newest first" : "Calls that were decided, newest first"}
            columns={columns}
            rows={approvalPages.flatMap(({ items }) => items)}
            rowKey={({ id }) => id}
            onOpen={({ id }) => router.push(approvalHref(id))}
          />
        )}
      </QueryView>
    </div>
  );
}

const NothingWaits = () => (
  <EmptyState Icon={Stamp} title="No calls are waiting">
    A call waits here when its session, or a rule of the project, wants somebody to be asked before a tool runs.
  </EmptyState>
);

const NothingDecided = () => (
  <EmptyState Icon={History} title="No decisions yet">
    Each decision stays here for 90 days, with who made it and when.
  </EmptyState>
);

/** Waiting or decided calls; each links to its page. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { History, Stamp } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { pages } from "@/lib/contract/client";
import { approvalsApi } from "@/generated/addresses/sessions/approvals";
import { ApprovalState } from "./approval-state";
import { approvalHref, decidedText, type ListedApproval } from "./approval-words";
import { CALL, toWaitingColumns } from "./waiting-columns";
import { WaitingList } from "./waiting-list";

const EVERY_MS = 5_000;
const DECIDED = ["approved", "completed", "failed", "denied", "expired", "unknown"] as const;

const HISTORY: readonly Column<ListedApproval>[] = [
  CALL,
  { heading: "State", cell: ({ state }) => <ApprovalState state={state} /> },
  {
    heading: "Decision",
    wide: "md",
    cell: (row) => (
      <span className="block max-w-72 truncate text-muted" title={decidedText(row) ?? undefined}>
        {decidedText(row) ?? "No decision"}
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
  const columns = waiting ? toWaitingColumns(null) : HISTORY;
  const open = ({ id }: { id: string }) => router.push(approvalHref(id));
  const state = waiting ? "waiting" : DECIDED.join(",");
  const calls = useInfiniteQuery({
    ...pages(approvalsApi.listApprovals, { query: { limit: 50, state } }),
    refetchInterval: waiting ? EVERY_MS : false,
  });
  return (
    <QueryView
      query={calls}
      what={waiting ? "waiting calls" : "the history"}
      skeleton={
        <Frame>
          <TableSkeleton columns={columns} rows={4} />
        </Frame>
      }
      isEmpty={({ pages: [first] }) => !waiting && first?.items.length === 0}
      empty={
        <Frame>
          <NothingDecided />
        </Frame>
      }
    >
      {({ pages: approvalPages }) => {
        const rows = approvalPages.flatMap(({ items }) => items);
        return waiting ? (
          <WaitingList
            rows={rows}
            matching={approvalPages[0]?.total_items ?? rows.length}
            empty={<NothingWaits />}
            onOpen={(id) => open({ id })}
          />
        ) : (
          <Frame>
            <DataTable
              caption="Decided calls, newest first"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={open}
            />
          </Frame>
        );
      }}
    </QueryView>
  );
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="overflow-hidden rounded-lg border">{children}</div>
);

const NothingWaits = () => (
  <EmptyState Icon={Stamp} title="No calls are waiting" guide="agents-and-sessions/approvals">
    Calls appear here when a session or a project rule requires approval before a tool runs.
  </EmptyState>
);

const NothingDecided = () => (
  <EmptyState Icon={History} title="No decisions yet" guide="agents-and-sessions/approvals">
    Decisions are kept for 90 days, with who made them and when.
  </EmptyState>
);

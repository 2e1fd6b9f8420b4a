/**
 * Requests to the addresses for providers that were no events: unsigned, badly signed, too old. Kept aside, for whoever
 * misses an event.
 */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback, useState } from "react";
import { triggerHref } from "@/components/events/event-words";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { toSize } from "@/components/parts/display/size";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Link } from "@/components/ui/link";
import { PanelRoom } from "@/components/ui/panel-room";
import { pages } from "@/lib/contract/client";
import { triggerPagesApi } from "@/generated/addresses/triggers/pages";
import type { RefusedRequest } from "./refused-request-drawer";

const RefusedRequestDrawer = dynamic(
  () => import("./refused-request-drawer").then(({ RefusedRequestDrawer }) => RefusedRequestDrawer),
  { ssr: false },
);

const toColumns = (open: (row: RefusedRequest) => void): Column<RefusedRequest>[] => [
  {
    heading: "Why",
    className: "w-full max-w-0 min-w-40",
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <ToolkitLogo slug={row.toolkit_slug} />
        <button
          type="button"
          onClick={() => open(row)}
          title={row.reason}
          className="min-w-0 truncate rounded-sm text-left hover:underline"
        >
          {row.reason}
        </button>
      </span>
    ),
  },
  {
    heading: "Trigger",
    wide: "md",
    cell: ({ trigger_id: trigger }) =>
      trigger ? (
        <Link href={triggerHref(trigger)} className="rounded-sm font-mono text-xs hover:underline">
          {trigger}
        </Link>
      ) : (
        <span className="text-muted">Provider endpoint</span>
      ),
  },
  {
    heading: "Size",
    wide: "lg",
    className: "text-right",
    cell: ({ bytes }) => <span className="font-mono text-xs whitespace-nowrap">{toSize(bytes)}</span>,
  },
  { heading: "When", className: "text-right text-muted", cell: ({ at: time }) => <RelativeTime at={time} /> },
];

/** `triggerId`: only requests to the URL of this trigger. */
export function RefusedRequests({ triggerId }: { triggerId?: string }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const close = useCallback(() => setOpenId(null), []);
  const columns = toColumns(({ id }) => setOpenId(id));
  const requestsQuery = useInfiniteQuery(
    pages(triggerPagesApi.listRefusedRequests, {
      query: { limit: 20, ...(triggerId && { trigger_id: triggerId }) },
    }),
  );
  const rows = requestsQuery.data?.pages.flatMap(({ items }) => items) ?? [];
  const ids = rows.map(({ id }) => id);
  const selectedRequest = rows.find(({ id }) => id === openId);
  return (
    <>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={requestsQuery}
          what="rejected requests"
          skeleton={<TableSkeleton columns={columns} rows={3} />}
          isEmpty={({ pages: [first] }) => first?.items.length === 0}
          empty={
            triggerId ? (
              <p className="p-4 text-sm text-muted">No rejected requests for this trigger.</p>
            ) : (
              <EmptyState Icon={ShieldCheck} title="No rejected requests" guide="triggers-and-webhooks/webhooks">
                Requests with a wrong signature or that arrive too late are rejected. The latest 20 per URL appear here.
              </EmptyState>
            )
          }
        >
          {() => (
            <DataTable
              caption="Rejected requests, newest first"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={({ id }) => setOpenId(id)}
              openKey={openId}
            />
          )}
        </QueryView>
      </div>
      {selectedRequest ? (
        <>
          <PanelRoom />
          <RefusedRequestDrawer request={selectedRequest} {...{ ids, onMove: setOpenId, onClose: close }} />
        </>
      ) : null}
    </>
  );
}

/**
 * Requests to the addresses for providers that were no events: unsigned, badly signed, too old. Kept aside, for whoever
 * misses an event.
 */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { triggerHref } from "@/components/events/event-words";
import { CodeBlock } from "@/components/parts/display/code-block";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { DefinitionList } from "@/components/parts/display/definition-list";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { JsonView } from "@/components/parts/display/json-view";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { toSize } from "@/components/parts/display/size";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Link } from "@/components/ui/link";
import { Sheet } from "@/components/ui/sheet";
import { pages, type ResultOf } from "@/lib/contract/client";
import { triggerPagesApi } from "@/generated/addresses/triggers/pages";

type RefusedRequest = ResultOf<typeof triggerPagesApi.listRefusedRequests>["items"][number];

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
  const [selectedRequest, setOpened] = useState<RefusedRequest | null>(null);
  const columns = toColumns(setOpened);
  const requestsQuery = useInfiniteQuery(
    pages(triggerPagesApi.listRefusedRequests, {
      query: { limit: 20, ...(triggerId && { trigger_id: triggerId }) },
    }),
  );
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
          {({ pages: resultPages }) => (
            <DataTable
              caption="Rejected requests, newest first"
              columns={columns}
              rows={resultPages.flatMap(({ items }) => items)}
              rowKey={({ id }) => id}
              onOpen={setOpened}
            />
          )}
        </QueryView>
      </div>
      {selectedRequest ? (
        <Sheet onClose={() => setOpened(null)} side="right" title="Rejected request">
          <div className="flex-1 space-y-5 overflow-y-auto p-5">
            <DefinitionList
              entries={[
                { name: "Why", value: selectedRequest.reason },
                { name: "When", value: <RelativeTime at={selectedRequest.at} /> },
                { name: "Method", value: <code className="font-mono text-xs">{selectedRequest.method}</code> },
                { name: "Toolkit", value: selectedRequest.toolkit_slug },
                { name: "Endpoint", value: <CopyableId id={selectedRequest.endpoint_id} what="endpoint ID" /> },
                { name: "Size", value: toSize(selectedRequest.bytes) },
              ]}
            />
            <JsonView label="Headers" value={selectedRequest.headers} />
            {selectedRequest.body ? (
              <CodeBlock
                label={selectedRequest.bytes > selectedRequest.body.length ? "Start of the body" : "Body"}
                code={selectedRequest.body}
                className="[&_pre]:wrap-anywhere [&_pre]:whitespace-pre-wrap"
              />
            ) : null}
          </div>
        </Sheet>
      ) : null}
    </>
  );
}

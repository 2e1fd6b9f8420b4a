/** The receivers of the project's events. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { Webhook } from "lucide-react";
import { useRouter } from "next/navigation";
import { receiverHref } from "@/components/events/event-words";
import { shortUrl, useReceivers, type Receiver } from "@/components/events/use-receivers";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { CreateReceiver } from "./create-receiver";
import { ListenHint } from "./listen-hint";
import { ReceiverStateBadge } from "./receiver-state";

const COLUMNS: readonly Column<Receiver>[] = [
  {
    heading: "Endpoint",
    className: "w-full max-w-0 min-w-36 @[58rem]:w-2/5",
    cell: ({ id, webhook_url: url }) => (
      <span className="block min-w-0">
        <Link href={receiverHref(id)} title={url} className="block truncate rounded-sm font-medium hover:underline">
          {shortUrl(url)}
        </Link>
        <span className="block truncate font-mono text-xs text-muted">{id}</span>
      </span>
    ),
  },
  { heading: "State", cell: (receiver) => <ReceiverStateBadge receiver={receiver} /> },
  {
    heading: "Events",
    wide: "md",
    cell: ({ enabled_events: events, filters }) => (
      <span title={events.join(", ")} className="whitespace-nowrap">
        {events.length === 1 ? events[0]?.replace(/^composio\./, "") : `${events.length} event types`}
        {filters.length > 0 ? <span className="text-muted"> · {countOf(filters.length, "filter")}</span> : null}
      </span>
    ),
  },
  { heading: "Version", wide: "lg", cell: ({ version }) => <Badge>{version}</Badge> },
  {
    heading: "Created",
    wide: "lg",
    className: "text-right text-muted",
    cell: ({ created_at: time }) => <RelativeTime at={time} />,
  },
];

/** All at once: a project has 50 at most. */
export function Receivers() {
  const router = useRouter();
  const receivers = useReceivers();
  return (
    <div className="space-y-8">
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={receivers}
          what="the webhook endpoints"
          skeleton={<TableSkeleton columns={COLUMNS} rows={3} />}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState
              Icon={Webhook}
              title="No webhook endpoints yet"
              guide="triggers-and-webhooks/webhooks"
              action={<CreateReceiver variant="outline" />}
            >
              A webhook endpoint is a URL of your app that receives this project’s events: signed, in order and retried.
              Without one, events stay in the event logs. The test endpoint needs no app: it shows what an app would
              get.
            </EmptyState>
          }
        >
          {({ items }) => (
            <DataTable
              caption="Webhook endpoints, oldest first"
              columns={COLUMNS}
              rows={items}
              rowKey={({ id }) => id}
              onOpen={({ id }) => router.push(receiverHref(id))}
            />
          )}
        </QueryView>
      </div>
      {/* After the list, which is not as high as its outline: nothing below a list moves. */}
      {receivers.isPending ? null : <ListenHint />}
    </div>
  );
}

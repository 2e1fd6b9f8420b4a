/** The last events that fit a filter, with the way to all of them. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import { DataTable, TableSkeleton } from "@/components/parts/lists/data-table";
import { QueryView } from "@/components/parts/display/query-view";
import { Link } from "@/components/ui/link";
import { query } from "@/lib/contract/client";
import { eventsApi } from "@/generated/addresses/webhooks/log";
import { EVENT_COLUMNS } from "./event-columns";
import { countWords } from "./event-words";
import type { EventFilter } from "./event-filters";

const EVENT_LIMIT = 10;
const EVERY_MS = 5_000;

type RecentEventsProps = { title: string; filter: EventFilter; href: string; empty: ReactNode; children?: ReactNode };

/** `href` opens the same events in the log; `children` follow the title. */
export function RecentEvents({ title, filter, href, empty, children }: RecentEventsProps) {
  const id = useId();
  const events = useQuery({
    ...query(eventsApi.listEvents, { query: { ...filter, limit: EVENT_LIMIT } }),
    refetchInterval: EVERY_MS,
  });
  return (
    <section aria-labelledby={id} className="mt-8">
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-3">
        <h2 id={id} className="mr-auto text-base font-semibold">
          {title}
        </h2>
        {children}
        {events.data?.items.length ? (
          <Link href={href} className="rounded-sm text-sm text-muted underline-offset-4 hover:text-ink hover:underline">
            All {countWords(events.data.total_items)}
          </Link>
        ) : null}
      </div>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={events}
          what="the events"
          skeleton={<TableSkeleton columns={EVENT_COLUMNS} rows={3} />}
          isEmpty={({ items }) => items.length === 0}
          empty={<p className="p-4 text-sm text-muted">{empty}</p>}
        >
          {({ items }) => <DataTable caption={title} columns={EVENT_COLUMNS} rows={items} rowKey={({ id }) => id} />}
        </QueryView>
      </div>
    </section>
  );
}

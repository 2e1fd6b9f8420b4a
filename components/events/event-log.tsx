/** The event log of the project: filters, a live switch, the rows, and the drawer of the open row. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Radio, SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { ColumnsButton } from "@/components/parts/lists/columns/columns-button";
import { DataTable, TableSkeleton } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { ListTotal } from "@/components/parts/lists/list-total";
import { PageHeader } from "@/components/parts/shell/page-header";
import { onlyKnown } from "@/components/parts/lists/known-choices";
import { QueryView } from "@/components/parts/display/query-view";
import { useColumns } from "@/components/parts/lists/columns/use-columns";
import { changeSearch } from "@/components/parts/lists/url-state";
import { walkRows } from "@/components/parts/lists/walk-rows";
import { SavedViews } from "@/components/saved-views/lazy-views";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PanelRoom } from "@/components/ui/panel-room";
import { pages } from "@/lib/contract/client";
import { eventsApi } from "@/generated/addresses/webhooks/log";
import { EVENT_COLUMNS } from "./event-columns";
import { EventFilterBar } from "./event-filter-bar";
import { CHOICES, isFiltered, NARROWING, toEventFilter } from "./event-filters";
import { isUnsettled, MOST_COUNTED } from "./event-words";
import { toRecentValues } from "./recent-values";
import { ExportEvents } from "./export-events";
import { useLiveEvents } from "./use-live-events";

const EventDrawer = dynamic(() => import("./event-drawer").then(({ EventDrawer }) => EventDrawer), { ssr: false });
const ResendMany = dynamic(() => import("./resend-many").then(({ ResendMany }) => ResendMany), { ssr: false });

/**
 * The interval at which the list is read while it is live, because the stream has no deliveries, and no events without
 * a trigger.
 */
const LIVE_MS = 4_000;
/** Rows with deliveries on their way are read this often in a list that is not live. */
const UNSETTLED_MS = 5_000;

/** The action for all rows: a separate line on phones, so that the list below does not move. */
const OF_ALL_ROWS = "flex min-h-9 grow items-center gap-2 max-sm:basis-full";

const moveTo = (id: string) => changeSearch({ open: id });
const close = () => changeSearch({ open: "" });

export function EventLog() {
  const search = onlyKnown(useSearchParams(), CHOICES);
  const openId = search.get("open");
  const open = (id: string) => changeSearch({ open: id }, openId ? "replace" : "push");
  const [now, setNow] = useState(() => Date.now());
  const filter = toEventFilter(search, now);
  const live = useLiveEvents(search.get("live") === "1");
  const events = useInfiniteQuery({
    ...pages(eventsApi.listEvents, { query: { ...filter, limit: 50 } }),
    refetchInterval: ({ state }) =>
      live !== "off" ? LIVE_MS : state.data?.pages[0]?.items.some(isUnsettled) ? UNSETTLED_MS : false,
  });
  const rows = events.data?.pages.flatMap(({ items }) => items) ?? [];
  const { columns, sizing, ...choice } = useColumns("trigger_logs", EVENT_COLUMNS);
  const total = events.data?.pages[0]?.total_items;
  return (
    <>
      <PageHeader
        title="Event logs"
        total={<ListTotal total={total} isComplete={!total || total < MOST_COUNTED} words={["event", "events"]} />}
        description="All events and delivery attempts. Resend one or many."
      />
      <SavedViews page="trigger_logs" names={NARROWING} />
      <EventFilterBar
        recent={toRecentValues(rows)}
        live={live}
        refreshing={events.isRefetching}
        onRefresh={() => (search.get("range") ? setNow(Date.now()) : void events.refetch())}
      >
        <ExportEvents filter={filter} />
        <ColumnsButton {...choice} className="max-md:hidden" />
        <div className={OF_ALL_ROWS}>{rows.length > 0 ? <ResendMany filter={filter} /> : null}</div>
      </EventFilterBar>
      <div className="overflow-hidden rounded-lg border" onKeyDown={walkRows}>
        <QueryView
          query={events}
          what="events"
          skeleton={<TableSkeleton columns={columns} sizing={sizing} rows={10} />}
          isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
          empty={isFiltered(search) ? <NothingMatches goesOn={events.hasNextPage} /> : <NoEvents />}
        >
          {() => (
            <DataTable
              caption="Events, newest first"
              columns={columns}
              sizing={sizing}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={({ id }) => open(id)}
              openKey={openId}
            />
          )}
        </QueryView>
      </div>
      {openId ? (
        <>
          <PanelRoom />
          <EventDrawer id={openId} ids={rows.map(({ id }) => id)} onMove={moveTo} onClose={close} />
        </>
      ) : null}
    </>
  );
}

const NoEvents = () => (
  <EmptyState
    Icon={Radio}
    title="No events yet"
    guide="triggers-and-webhooks/triggers"
    action={
      <Button asChild variant="outline">
        <Link href="/triggers/new">Create trigger</Link>
      </Button>
    }
  >
    Events appear here with every delivery attempt. Account and endpoint changes appear too.
  </EmptyState>
);

/** Rare matches are searched page by page. */
const NothingMatches = ({ goesOn }: { goesOn: boolean }) => (
  <EmptyState Icon={SearchX} title={goesOn ? "No newer matching events" : "No matching events"}>
    Users, accounts, triggers and types must match exactly. Search matches part of a trigger type, or a full event,
    trigger, user or account ID. “Delivery” finds events with at least one delivery in that state.
  </EmptyState>
);

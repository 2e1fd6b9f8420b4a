/** The filters of the event log; what they hold stands in the address. */
"use client";
import { X } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState, type ReactNode } from "react";
import {
  ChoiceFilter,
  ClearFilters,
  LiveFilter,
  type LiveState,
  MoreFilters,
  RefreshButton,
  TextFilter,
} from "@/components/parts/filters";
import { SearchInput } from "@/components/parts/search-input";
import { changeSearch } from "@/components/parts/url-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DELIVERY_STATES } from "@/lib/webhooks/log/contract";
import { isFiltered, NARROWING, RANGES, type FilterName } from "./event-filters";
import { EVENT_STATES } from "./event-words";
import { shortUrl, useReceivers } from "./use-receivers";

const TEXTS: readonly (readonly [FilterName, string])[] = [
  ["toolkit", "Toolkit"],
  ["trigger", "Trigger id"],
  ["user", "User id"],
  ["account", "Account id"],
];
const LIVE = {
  live: "Events appear as they happen",
  waiting: "The stream is not open; the list is read every few seconds",
};

const NARROW = "lg:w-40 lg:shrink-0";

type EventFilterBarProps = { live: LiveState; refreshing: boolean; onRefresh: () => void; children: ReactNode };

/** A phone shows the search and the state first, the rest on request or when it is in use. `children`: what is done with all rows. */
export function EventFilterBar({ live, refreshing, onRefresh, children }: EventFilterBarProps) {
  const search = useSearchParams();
  const [more, setMore] = useState(false);
  const receivers = useReceivers().data?.items ?? [];
  const folded = (name: string) => (more || search.get(name) ? "" : "max-sm:hidden");
  return (
    <search aria-label="Filter events" className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-3 lg:flex lg:flex-wrap">
      <SearchInput
        label="Search events"
        placeholder="Search by trigger type, or paste any id"
        className="col-span-full lg:basis-full"
      />
      <ChoiceFilter
        name="state"
        label="Delivery"
        any="Any delivery"
        className={NARROW}
        choices={DELIVERY_STATES.map((state) => [state, EVENT_STATES[state]])}
      />
      <ChoiceFilter
        name="receiver"
        label="Receiver"
        any="Any receiver"
        className={cn(NARROW, folded("receiver"))}
        choices={receivers.map(({ id, webhook_url: url }) => [id, shortUrl(url)])}
      />
      {TEXTS.map(([name, label]) => (
        <TextFilter key={name} name={name} label={label} className={cn("lg:min-w-24 lg:flex-1", folded(name))} />
      ))}
      <ChoiceFilter
        name="range"
        label="Time range"
        any={RANGES[""]}
        className={cn(NARROW, folded("range"))}
        choices={Object.entries(RANGES).filter(([value]) => value !== "")}
      />
      <div className="col-span-full flex flex-wrap items-center gap-2 lg:basis-full">
        <LiveFilter live={live} titles={LIVE} />
        <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
        {children}
        {more ? null : <MoreFilters onPress={() => setMore(true)} />}
        {isFiltered(search) ? <ClearFilters names={NARROWING} /> : null}
      </div>
      <HiddenFilters />
    </search>
  );
}

/** Filters that only links set, each with a way to take it off. */
function HiddenFilters() {
  const search = useSearchParams();
  const shown = (["slug", "type"] as const).flatMap((name) => {
    const value = search.get(name);
    return value ? [[name, value] as const] : [];
  });
  if (shown.length === 0) return null;
  return (
    <div className="col-span-full flex min-w-0 flex-wrap gap-2 lg:basis-full">
      {shown.map(([name, value]) => (
        <Button
          key={name}
          variant="outline"
          className="max-w-full"
          aria-label={`Take off the filter ${value}`}
          onClick={() => changeSearch({ [name]: "" })}
        >
          <span className="min-w-0 truncate font-mono text-xs">{value}</span> <X aria-hidden />
        </Button>
      ))}
    </div>
  );
}

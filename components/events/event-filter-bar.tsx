/** The filters of the event log. Their values are in the URL. */
"use client";
import { useSearchParams } from "next/navigation";
import { useState, type ReactNode } from "react";
import { ChoiceFilter, LiveFilter, type LiveState, MoreFilters, RefreshButton } from "@/components/parts/lists/filters";
import { onlyKnown } from "@/components/parts/lists/known-choices";
import { RangeFilter } from "@/components/parts/lists/range-filter";
import { SearchInput } from "@/components/parts/lists/search-input";
import { FiltersInUse } from "@/components/saved-views/filters-in-use";
import { AccountFilter, lazyFilter, ToolkitFilter, UserFilter } from "@/components/suggestions/lazy-filter";
import { cn } from "@/components/ui/cn";
import { STATE_FILTERS } from "@/lib/webhooks/constants";
import { CHOICES, isFiltered, LABELS, NARROWING, toEventChips } from "./event-filters";
import { EVENT_STATES } from "./event-words";
import type { RecentValues } from "./recent-values";
import { shortUrl, useReceivers } from "./use-receivers";

const importFilters = () => import("./own-filters");
const KindFilter = lazyFilter(() => importFilters().then(({ KindFilter }) => KindFilter));
const TriggerFilter = lazyFilter(() => importFilters().then(({ TriggerFilter }) => TriggerFilter));

const LIVE = {
  live: "Updates live",
  waiting: "Live connection lost; refreshing every few seconds",
};

const NARROW = "lg:w-36 lg:shrink-0";
const GROWS = "lg:min-w-28 lg:flex-1";

type EventFilterBarProps = {
  recent: RecentValues;
  live: LiveState;
  refreshing: boolean;
  onRefresh: () => void;
  children: ReactNode;
};

/**
 * A phone shows the search and the state first, the rest on request; active filters are chips below. `children`:
 * actions for all rows.
 */
export function EventFilterBar({ recent, live, refreshing, onRefresh, children }: EventFilterBarProps) {
  const search = onlyKnown(useSearchParams(), CHOICES);
  const [more, setMore] = useState(false);
  const receivers = useReceivers().data?.items ?? [];
  const folded = more ? "" : "max-sm:hidden";
  const chips = toEventChips(search, new Map(receivers.map(({ id, webhook_url: url }) => [id, shortUrl(url)])));
  return (
    <search aria-label="Filter events" className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-4 lg:flex lg:flex-wrap">
      <SearchInput
        label="Search events"
        placeholder="Search by trigger type, or paste an ID"
        className="col-span-full lg:basis-full"
      />
      <ChoiceFilter
        name="state"
        label="Delivery"
        any="Any delivery"
        className={NARROW}
        fixed
        choices={STATE_FILTERS.map((state) => [state, EVENT_STATES[state]])}
      />
      <ChoiceFilter
        name="receiver"
        label="Endpoint"
        any="Any endpoint"
        className={cn(NARROW, folded)}
        choices={receivers.map(({ id, webhook_url: url }) => [id, shortUrl(url)])}
      />
      <ToolkitFilter recent={recent.toolkit} className={cn(GROWS, folded)} />
      <KindFilter recent={recent.kind} className={cn(GROWS, folded)} />
      <TriggerFilter recent={recent.trigger} className={cn(GROWS, folded)} />
      <UserFilter recent={recent.user} className={cn(GROWS, folded)} />
      <AccountFilter recent={recent.account} className={cn(GROWS, folded)} />
      <RangeFilter className={cn(NARROW, folded)} />
      <div className="col-span-full flex flex-wrap items-center gap-2 lg:basis-full">
        <LiveFilter live={live} titles={LIVE} />
        <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
        <MoreFilters open={more} onPress={() => setMore(!more)} />
        {children}
      </div>
      <FiltersInUse
        page="trigger_logs"
        choices={CHOICES}
        labels={LABELS}
        names={NARROWING}
        chips={chips}
        isFiltered={isFiltered(search)}
      />
    </search>
  );
}

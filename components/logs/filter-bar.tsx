/** The filters of the tool logs. Their values are in the URL. */
"use client";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState, type ComponentProps } from "react";
import { useKeyNames } from "@/components/access/keys/use-key-names";
import { ColumnsButton } from "@/components/parts/lists/columns/columns-button";
import { ChoiceFilter, LiveFilter, type LiveState, MoreFilters, RefreshButton } from "@/components/parts/lists/filters";
import { onlyKnown } from "@/components/parts/lists/known-choices";
import { RangeFilter } from "@/components/parts/lists/range-filter";
import { SearchInput } from "@/components/parts/lists/search-input";
import { FiltersInUse } from "@/components/saved-views/filters-in-use";
import { AccountFilter, lazyFilter, ToolkitFilter, UserFilter } from "@/components/suggestions/lazy-filter";
import { cn } from "@/components/ui/cn";
import { CHOICES, isFiltered, LABELS, NARROWING, STATUSES, toLogChips, type toLogQuery } from "./log-filters";
import type { RecentValues } from "./recent-values";

/** Not part of the first load, which is large enough; its place is kept. */
const ExportLogs = dynamic(() => import("./export-logs").then(({ ExportLogs }) => ExportLogs), {
  ssr: false,
  loading: () => <span aria-hidden className="size-8 shrink-0 pointer-coarse:size-10" />,
});

const importFilters = () => import("./own-filters");
const ToolFilter = lazyFilter(() => importFilters().then(({ ToolFilter }) => ToolFilter));
const KeyFilter = lazyFilter(() => importFilters().then(({ KeyFilter }) => KeyFilter));
const CodeFilter = lazyFilter(() => importFilters().then(({ CodeFilter }) => CodeFilter));

const LIVE = {
  live: "Updates live",
  waiting: "Live connection lost; refreshing every five seconds",
};

const GROWS = "lg:min-w-24 lg:flex-1";

/** Rows have the id of a key, not its name. */
const NO_RECENT: never[] = [];

type FilterBarProps = {
  body: ReturnType<typeof toLogQuery>;
  recent: RecentValues;
  columns: ComponentProps<typeof ColumnsButton>;
  refreshing: boolean;
  onRefresh: () => void;
  live: LiveState;
};

/** A phone shows the tool and the status first, the rest on request; active filters are shown below as chips. */
export function FilterBar({ body, recent, columns, refreshing, onRefresh, live }: FilterBarProps) {
  const search = onlyKnown(useSearchParams(), CHOICES);
  const [more, setMore] = useState(false);
  const keyNames = useKeyNames(Boolean(search.get("key")));
  const folded = more ? GROWS : cn(GROWS, "max-sm:hidden");
  return (
    <search aria-label="Filter logs" className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-4 lg:flex lg:flex-wrap">
      <SearchInput
        label="Search logs"
        placeholder="Search tools, errors, users or paths, or paste a log ID"
        className="col-span-full lg:basis-full"
      />
      <ToolkitFilter recent={recent.toolkit} className={folded} />
      <ToolFilter recent={recent.tool} className={GROWS} />
      <UserFilter recent={recent.user} className={folded} />
      <AccountFilter recent={recent.account} className={folded} />
      <KeyFilter recent={NO_RECENT} className={folded} />
      <ChoiceFilter
        name="status"
        label="Status"
        any="Any status"
        choices={STATUSES}
        fixed
        className="lg:w-32 lg:shrink-0"
      />
      <CodeFilter recent={recent.code} className={folded} />
      <RangeFilter className={cn("lg:w-36 lg:shrink-0", !more && "max-sm:hidden")} />
      <div className="col-span-2 flex flex-wrap items-center gap-2 sm:col-span-1 sm:flex-nowrap">
        <LiveFilter live={live} titles={LIVE} />
        <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
        <ExportLogs body={body} />
        <ColumnsButton {...columns} className="max-md:hidden" />
        <MoreFilters open={more} onPress={() => setMore(!more)} />
      </div>
      <FiltersInUse
        page="tool_logs"
        choices={CHOICES}
        labels={LABELS}
        names={NARROWING}
        chips={toLogChips(search, keyNames)}
        isFiltered={isFiltered(search)}
      />
    </search>
  );
}

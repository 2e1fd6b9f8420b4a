/** The filters of the tool logs; what they hold stands in the address. */
"use client";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
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
import { cn } from "@/components/ui/cn";
import { ExportLogs } from "./export-logs";
import { isFiltered, NARROWING, RANGES, type FilterName, type toLogQuery } from "./log-filters";

const TEXTS: readonly (readonly [FilterName, string])[] = [
  ["tool", "Tool"],
  ["toolkit", "Toolkit"],
  ["user", "User id"],
  ["account", "Account id"],
  ["mcp", "MCP server id"],
  ["log", "Log id"],
];
const STATUSES = [
  ["success", "Success"],
  ["failed", "Failed"],
] as const;
const LIVE = {
  live: "New executions appear as they are logged",
  waiting: "No events arrive; the list is read every five seconds",
};
/** Ways in from elsewhere: a field stands here only while it narrows. */
const ON_USE: readonly FilterName[] = ["mcp"];

/** A phone shows the tool and the status first, the rest on request or when it is in use. */
export function FilterBar({
  body,
  refreshing,
  onRefresh,
  live,
}: {
  body: ReturnType<typeof toLogQuery>;
  refreshing: boolean;
  onRefresh: () => void;
  live: LiveState;
}) {
  const search = useSearchParams();
  const [more, setMore] = useState(false);
  const folded = (name: string) => (more || name === "tool" || search.get(name) ? "" : "max-sm:hidden");
  return (
    <search aria-label="Filter logs" className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-3 lg:flex lg:flex-wrap">
      <SearchInput
        label="Search logs"
        placeholder="Search tools, errors, users, paths"
        className="col-span-full lg:basis-full"
      />
      {TEXTS.filter(([name]) => !ON_USE.includes(name) || search.get(name)).map(([name, label]) => (
        <TextFilter key={name} name={name} label={label} className={cn("lg:min-w-24 lg:flex-1", folded(name))} />
      ))}
      <ChoiceFilter name="status" label="Status" any="Any status" choices={STATUSES} className="lg:w-32 lg:shrink-0" />
      <ChoiceFilter
        name="range"
        label="Time range"
        any={RANGES[""]}
        choices={Object.entries(RANGES).filter(([value]) => value !== "")}
        className={cn("lg:w-36 lg:shrink-0", folded("range"))}
      />
      <div className="col-span-2 flex flex-wrap items-center gap-2 sm:col-span-1 lg:flex-nowrap">
        <LiveFilter live={live} titles={LIVE} />
        <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
        <ExportLogs body={body} />
        {more ? null : <MoreFilters onPress={() => setMore(true)} />}
        {isFiltered(search) ? <ClearFilters names={NARROWING} /> : null}
      </div>
    </search>
  );
}

/** The filters of the tool logs; what they hold stands in the address. */
"use client";
import { RotateCw, SlidersHorizontal, X } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useCallback, useState } from "react";
import { SearchInput } from "@/components/parts/search-input";
import { changeSearch } from "@/components/parts/url-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { ExportLogs } from "./export-logs";
import { FilterInput } from "./filter-input";
import { isFiltered, NARROWING, RANGES, type FilterName, type toLogQuery } from "./log-filters";
import type { LiveState } from "./use-live-logs";

const TEXTS: readonly (readonly [FilterName, string])[] = [
  ["tool", "Tool"],
  ["toolkit", "Toolkit"],
  ["user", "User id"],
  ["account", "Account id"],
  ["log", "Log id"],
];
const NOTHING = Object.fromEntries(NARROWING.map((name) => [name, ""]));

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
      {TEXTS.map(([name, label]) => (
        <TextFilter key={name} name={name} label={label} value={search.get(name) ?? ""} className={folded(name)} />
      ))}
      <StatusFilter value={search.get("status") ?? ""} />
      <Select
        aria-label="Time range"
        value={search.get("range") ?? ""}
        onChange={(event) => changeSearch({ range: event.currentTarget.value })}
        className={cn("lg:w-36 lg:shrink-0", folded("range"))}
      >
        {Object.entries(RANGES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <div className="col-span-2 flex flex-wrap items-center gap-2 sm:col-span-1 lg:flex-nowrap">
        <LiveSwitch live={live} />
        <Button
          variant="outline"
          size="icon"
          aria-label="Refresh"
          title="Refresh"
          onClick={onRefresh}
          aria-busy={refreshing}
        >
          <RotateCw aria-hidden className={refreshing ? "animate-spin" : ""} />
        </Button>
        <ExportLogs body={body} />
        {more ? null : (
          <Button variant="outline" className="sm:hidden" onClick={() => setMore(true)}>
            <SlidersHorizontal aria-hidden /> More filters
          </Button>
        )}
        {isFiltered(search) ? (
          <Button variant="ghost" onClick={() => changeSearch(NOTHING)}>
            <X aria-hidden /> Clear filters
          </Button>
        ) : null}
      </div>
    </search>
  );
}

function StatusFilter({ value }: { value: string }) {
  return (
    <Select
      aria-label="Status"
      value={value}
      onChange={(event) => changeSearch({ status: event.currentTarget.value })}
      className="lg:w-32 lg:shrink-0"
    >
      <option value="">Any status</option>
      <option value="success">Success</option>
      <option value="failed">Failed</option>
    </Select>
  );
}

function LiveSwitch({ live }: { live: LiveState }) {
  const waiting = live === "waiting";
  return (
    <span
      title={
        waiting ? "No events arrive; the list is read every five seconds" : "New executions appear as they are logged"
      }
    >
      <Switch
        label={waiting ? "Live (reading)" : "Live"}
        checked={live !== "off"}
        onChange={(on) => changeSearch({ live: on ? "1" : "" })}
      />
    </span>
  );
}

function TextFilter({
  name,
  label,
  value,
  className,
}: {
  name: FilterName;
  label: string;
  value: string;
  className: string;
}) {
  const commit = useCallback((text: string) => changeSearch({ [name]: text }), [name]);
  return (
    <FilterInput label={label} value={value} onCommit={commit} className={cn("lg:min-w-24 lg:flex-1", className)} />
  );
}

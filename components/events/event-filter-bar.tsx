/** The filters of the event log; what they hold stands in the address. */
"use client";
import { RotateCw, SlidersHorizontal, X } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useCallback, useState, type ReactNode } from "react";
import { FilterInput } from "@/components/logs/filter-input";
import { SearchInput } from "@/components/parts/search-input";
import { changeSearch } from "@/components/parts/url-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { DELIVERY_STATES } from "@/lib/webhooks/log/contract";
import { isFiltered, NARROWING, RANGES, type FilterName } from "./event-filters";
import { EVENT_STATES } from "./event-words";
import type { LiveState } from "./use-live-events";
import { shortUrl, useReceivers } from "./use-receivers";

const TEXTS: readonly (readonly [FilterName, string])[] = [
  ["toolkit", "Toolkit"],
  ["trigger", "Trigger id"],
  ["user", "User id"],
  ["account", "Account id"],
];
const NOTHING = Object.fromEntries(NARROWING.map((name) => [name, ""]));

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
      <Choice
        name="state"
        label="Delivery"
        any="Any delivery"
        choices={DELIVERY_STATES.map((state) => [state, EVENT_STATES[state]])}
      />
      <Choice
        name="receiver"
        label="Receiver"
        any="Any receiver"
        className={folded("receiver")}
        choices={receivers.map(({ id, webhook_url: url }) => [id, shortUrl(url)])}
      />
      {TEXTS.map(([name, label]) => (
        <TextFilter key={name} name={name} label={label} value={search.get(name) ?? ""} className={folded(name)} />
      ))}
      <Choice
        name="range"
        label="Time range"
        any={RANGES[""]}
        className={folded("range")}
        choices={Object.entries(RANGES).filter(([value]) => value !== "")}
      />
      <div className="col-span-full flex flex-wrap items-center gap-2 lg:basis-full">
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
        {children}
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

type ChoiceProps = {
  name: string;
  label: string;
  any: string;
  choices: readonly (readonly [string, string])[];
  className?: string;
};

/** Keeps a chosen value that is not among the choices: one of a receiver that is gone. */
function Choice({ name, label, any, choices, className }: ChoiceProps) {
  const chosen = useSearchParams().get(name) ?? "";
  const all =
    chosen && !choices.some(([value]) => value === chosen) ? [...choices, [chosen, chosen] as const] : choices;
  return (
    <Select
      aria-label={label}
      value={chosen}
      onChange={(event) => changeSearch({ [name]: event.currentTarget.value })}
      className={cn("lg:w-40 lg:shrink-0", className)}
    >
      <option value="">{any}</option>
      {all.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Select>
  );
}

function LiveSwitch({ live }: { live: LiveState }) {
  return (
    <span
      title={
        live === "waiting"
          ? "The stream is not open; the list is read every few seconds"
          : "Events appear as they happen"
      }
    >
      <Switch
        label={live === "waiting" ? "Live (reading)" : "Live"}
        checked={live !== "off"}
        onChange={(on) => changeSearch({ live: on ? "1" : "" })}
      />
    </span>
  );
}

type TextFilterProps = { name: FilterName; label: string; value: string; className: string };

function TextFilter({ name, label, value, className }: TextFilterProps) {
  const commit = useCallback((text: string) => changeSearch({ [name]: text }), [name]);
  return (
    <FilterInput label={label} value={value} onCommit={commit} className={cn("lg:min-w-24 lg:flex-1", className)} />
  );
}

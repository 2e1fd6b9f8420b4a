/** The parts of filter bars. Their values are in the URL. */
"use client";
import { RotateCw, SlidersHorizontal, X } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { FilterInput } from "./filter-input";
import { changeSearch } from "./url-state";
import { useTypedFilter } from "./use-typed-filter";

type FilterProps = { name: string; label: string; className?: string };

export function TextFilter({ name, ...props }: FilterProps) {
  const { commit } = useTypedFilter(name);
  return <FilterInput value={useSearchParams().get(name) ?? ""} onCommit={commit} {...props} />;
}

type ChoiceFilterProps = FilterProps & {
  any: string;
  choices: readonly (readonly [string, string])[];
  fixed?: boolean;
};

/**
 * Keeps a chosen value that is not among the choices, for example of a deleted object. If the choices are `fixed`, such
 * a value cannot exist, and nothing is chosen.
 */
export function ChoiceFilter({ name, label, any, choices, fixed, className = "lg:w-44" }: ChoiceFilterProps) {
  const urlValue = useSearchParams().get(name) ?? "";
  const isKnown = choices.some(([value]) => value === urlValue);
  const selectedValue = fixed && !isKnown ? "" : urlValue;
  const all = selectedValue && !isKnown ? [...choices, [selectedValue, selectedValue] as const] : choices;
  return (
    <Select
      aria-label={label}
      value={selectedValue}
      onChange={(event) => changeSearch({ [name]: event.currentTarget.value }, "filter")}
      className={className}
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

/** `names`: the filters to clear. */
export const ClearFilters = ({ names, className }: { names: readonly string[]; className?: string }) => (
  <Button
    variant="ghost"
    className={className}
    onClick={() => changeSearch(Object.fromEntries(names.map((name) => [name, ""])), "filter")}
  >
    <X aria-hidden /> Clear filters
  </Button>
);

/** For phones, which show only the first filters. */
export const MoreFilters = ({ open, onPress }: { open: boolean; onPress: () => void }) => (
  <Button variant="outline" className="sm:hidden" aria-expanded={open} onClick={onPress}>
    <SlidersHorizontal aria-hidden /> {open ? "Fewer" : "More"} filters
  </Button>
);

type RefreshButtonProps = { refreshing: boolean; onRefresh: () => void };

export const RefreshButton = ({ refreshing, onRefresh }: RefreshButtonProps) => (
  <Button variant="outline" size="icon" aria-label="Refresh" title="Refresh" onClick={onRefresh} aria-busy={refreshing}>
    <RotateCw aria-hidden className={refreshing ? "animate-spin" : ""} />
  </Button>
);

/** "waiting" means that no stream is open at the moment. */
export type LiveState = "off" | "live" | "waiting";

type LiveFilterProps = {
  live: LiveState;
  /** The titles for an open stream and for a closed stream. */
  titles: { live: string; waiting: string };
};

export const LiveFilter = ({ live, titles }: LiveFilterProps) => (
  <span title={live === "waiting" ? titles.waiting : titles.live}>
    <Switch
      label={live === "waiting" ? "Live (reading)" : "Live"}
      checked={live !== "off"}
      onChange={(on) => changeSearch({ live: on ? "1" : "" })}
    />
  </span>
);

/** The filters of the tool logs; what they hold stands in the address. */
"use client";
import { RotateCw, X } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { changeSearch } from "@/components/parts/url-state";
import { FilterInput } from "./filter-input";
import { FILTER_NAMES, isFiltered, RANGES, type FilterName } from "./log-filters";

const TEXTS: readonly (readonly [FilterName, string])[] = [["tool", "Tool"], ["toolkit", "Toolkit"], ["user", "User id"], ["account", "Account id"], ["log", "Log id"]];
const NOTHING = Object.fromEntries([...FILTER_NAMES, "range"].map((name) => [name, ""]));

export function FilterBar({ refreshing, onRefresh }: { refreshing: boolean; onRefresh: () => void }) {
  const search = useSearchParams();
  return (
    <search aria-label="Filter logs" className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-3 lg:flex lg:flex-wrap">
      {TEXTS.map(([name, label]) => <TextFilter key={name} name={name} label={label} value={search.get(name) ?? ""} />)}
      <Select aria-label="Status" value={search.get("status") ?? ""} onChange={(event) => changeSearch({ status: event.currentTarget.value })} className="lg:w-32">
        <option value="">Any status</option>
        <option value="success">Success</option>
        <option value="failed">Failed</option>
      </Select>
      <Select aria-label="Time range" value={search.get("range") ?? ""} onChange={(event) => changeSearch({ range: event.currentTarget.value })} className="lg:w-36">
        {Object.entries(RANGES).map(([value, label]) => <option key={value} value={value}>{label}</option>)}
      </Select>
      <div className="flex items-center gap-2">
        <Button variant="outline" onClick={onRefresh} aria-busy={refreshing}>
          <RotateCw aria-hidden className={refreshing ? "animate-spin" : ""} /> Refresh
        </Button>
        {isFiltered(search) ? <Button variant="ghost" onClick={() => changeSearch(NOTHING)}><X aria-hidden /> Clear filters</Button> : null}
      </div>
    </search>
  );
}

function TextFilter({ name, label, value }: { name: FilterName; label: string; value: string }) {
  const commit = useCallback((text: string) => changeSearch({ [name]: text }), [name]);
  return <FilterInput label={label} value={value} onCommit={commit} className="lg:w-36" />;
}

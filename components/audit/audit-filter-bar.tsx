/** The filters of the audit trail. Their values are in the URL. */
"use client";
import { useSearchParams } from "next/navigation";
import { useState, type ReactNode } from "react";
import { FilterChips } from "@/components/parts/lists/filter-chips";
import { ChoiceFilter, ClearFilters, MoreFilters, RefreshButton } from "@/components/parts/lists/filters";
import { onlyKnown, unknownChoices } from "@/components/parts/lists/known-choices";
import { UnknownChoices } from "@/components/parts/lists/unknown-choices";
import { changeSearch } from "@/components/parts/lists/url-state";
import { lazyFilter } from "@/components/suggestions/lazy-filter";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { AUDIT_THINGS } from "@/lib/contract/audit-things";
import { CHOICES, isFiltered, LABELS, NARROWING, OUTCOMES, toAuditChips } from "./audit-filters";
import { type AuditRow, toKnownNames } from "./audit-words";
import { toRecentValues } from "./recent-values";

const importFilters = () => import("./own-filters");
const WhoFilter = lazyFilter(() => importFilters().then(({ WhoFilter }) => WhoFilter));
const ObjectFilter = lazyFilter(() => importFilters().then(({ ObjectFilter }) => ObjectFilter));
const AddressFilter = lazyFilter(() => importFilters().then(({ AddressFilter }) => AddressFilter));
const ProjectFilter = lazyFilter(() => importFilters().then(({ ProjectFilter }) => ProjectFilter));

const NARROW = "lg:w-32 lg:shrink-0";
const GROWS = "lg:min-w-24 lg:flex-1";

const THINGS = Object.entries(AUDIT_THINGS).sort(([, left], [, right]) => left.localeCompare(right));

function DayFilter({ name, className }: { name: "since" | "until"; className: string }) {
  const day = useSearchParams().get(name) ?? "";
  return (
    <label className={cn("flex min-w-0 items-center gap-1.5 text-xs text-muted", className)}>
      {LABELS[name]}
      <Input
        type="date"
        value={day}
        onChange={(event) => changeSearch({ [name]: event.currentTarget.value }, "filter")}
      />
    </label>
  );
}

type AuditFilterBarProps = {
  rows: readonly AuditRow[];
  refreshing: boolean;
  onRefresh: () => void;
  children: ReactNode;
};

/** A phone shows who and what first, the rest on request; active filters are chips below. */
export function AuditFilterBar({ rows, refreshing, onRefresh, children }: AuditFilterBarProps) {
  const urlSearch = useSearchParams();
  const search = onlyKnown(urlSearch, CHOICES);
  const [more, setMore] = useState(false);
  const folded = more ? "" : "max-sm:hidden";
  const recent = toRecentValues(rows);
  return (
    <search
      aria-label="Filter audit events"
      className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-4 lg:flex lg:flex-wrap"
    >
      <WhoFilter recent={recent.who} className={GROWS} />
      <ChoiceFilter name="what" label={LABELS.what ?? ""} any="Any kind" className={GROWS} choices={THINGS} />
      <ObjectFilter recent={recent.object} className={cn(GROWS, folded)} />
      <AddressFilter recent={recent.address} className={cn(GROWS, folded)} />
      <ProjectFilter recent={recent.project} className={cn(GROWS, folded)} />
      <ChoiceFilter
        name="outcome"
        label={LABELS.outcome ?? ""}
        any="Any outcome"
        className={cn(NARROW, folded)}
        fixed
        choices={Object.entries(OUTCOMES)}
      />
      <DayFilter name="since" className={cn("lg:w-44 lg:shrink-0", folded)} />
      <DayFilter name="until" className={cn("lg:w-40 lg:shrink-0", folded)} />
      <div className="col-span-full flex flex-wrap items-center gap-2">
        <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
        {children}
        <MoreFilters open={more} onPress={() => setMore(!more)} />
      </div>
      <UnknownChoices unknown={unknownChoices(urlSearch, CHOICES)} labels={LABELS} />
      <FilterChips chips={toAuditChips(search, toKnownNames(rows))}>
        {isFiltered(search) ? <ClearFilters names={NARROWING} className="h-7 text-xs pointer-coarse:h-9" /> : null}
      </FilterChips>
    </search>
  );
}

/** The foot of a filter bar: unknown filters in the URL, active filters, and saving them as a view. */
"use client";
import { useSearchParams } from "next/navigation";
import type { ComponentProps } from "react";
import { type Chip, FilterChips } from "@/components/parts/lists/filter-chips";
import { ClearFilters } from "@/components/parts/lists/filters";
import { type Choices, unknownChoices } from "@/components/parts/lists/known-choices";
import { UnknownChoices } from "@/components/parts/lists/unknown-choices";
import { SaveView } from "./lazy-views";

type FiltersInUseProps = {
  page: ComponentProps<typeof SaveView>["page"];
  choices: Choices;
  labels: Readonly<Record<string, string>>;
  /** The filters that narrow the list. */
  names: readonly string[];
  chips: readonly Chip[];
  isFiltered: boolean;
};

export function FiltersInUse({ page, choices, labels, names, chips, isFiltered }: FiltersInUseProps) {
  const search = useSearchParams();
  return (
    <>
      <UnknownChoices unknown={unknownChoices(search, choices)} labels={labels} />
      <FilterChips chips={chips}>
        {isFiltered ? (
          <>
            <ClearFilters names={names} className="h-7 text-xs pointer-coarse:h-9" />
            <SaveView page={page} names={names} suggestion={chips} />
          </>
        ) : null}
      </FilterChips>
    </>
  );
}

/** The filters of the triggers. Their values are in the URL. */
"use client";
import { useSearchParams } from "next/navigation";
import { ChoiceFilter, ClearFilters, TextFilter } from "@/components/parts/lists/filters";
import { isFiltered, NO_FILTERS } from "./trigger-filters";
import { toolkitsOf, useTypes } from "./use-types";

export function TriggerFilterBar() {
  const search = useSearchParams();
  const types = useTypes().data?.items ?? [];
  const toolkit = search.get("toolkit") ?? "";
  const ofToolkit = toolkit ? types.filter((type) => type.toolkit.slug === toolkit) : types;
  return (
    <search aria-label="Filter triggers" className="mb-4 grid grid-cols-2 gap-2 lg:flex lg:items-center">
      <TextFilter name="user" label="User ID" className="lg:max-w-48" />
      <TextFilter name="account" label="Account ID" className="lg:max-w-48" />
      <ChoiceFilter name="toolkit" label="Toolkit" any="Any toolkit" choices={toolkitsOf(types)} />
      <ChoiceFilter
        name="type"
        label="Type"
        any="Any type"
        choices={ofToolkit.map(({ slug, name, toolkit: { name: of } }) => [slug, toolkit ? name : `${of}: ${name}`])}
      />
      <ChoiceFilter name="show" label="State" any="Any state" choices={[["enabled", "Enabled"]]} />
      {isFiltered(search) ? <ClearFilters names={Object.keys(NO_FILTERS)} className="justify-self-start" /> : null}
    </search>
  );
}

/** The filters of the triggers; what they hold stands in the address. */
"use client";
import { X } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { FilterInput } from "@/components/logs/filter-input";
import { changeSearch } from "@/components/parts/url-state";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { isFiltered, NO_FILTERS } from "./trigger-filters";
import { toolkitsOf, useTypes } from "./use-types";

export function TriggerFilterBar() {
  const search = useSearchParams();
  const types = useTypes().data?.items ?? [];
  const toolkit = search.get("toolkit") ?? "";
  const ofToolkit = toolkit ? types.filter((type) => type.toolkit.slug === toolkit) : types;
  const commitUser = useCallback((user: string) => changeSearch({ user }), []);
  const commitAccount = useCallback((account: string) => changeSearch({ account }), []);
  return (
    <search aria-label="Filter triggers" className="mb-4 grid grid-cols-2 gap-2 lg:flex lg:items-center">
      <FilterInput label="User id" value={search.get("user") ?? ""} onCommit={commitUser} className="lg:max-w-48" />
      <FilterInput
        label="Account id"
        value={search.get("account") ?? ""}
        onCommit={commitAccount}
        className="lg:max-w-48"
      />
      <Choice name="toolkit" label="Toolkit" any="Any toolkit" choices={toolkitsOf(types)} />
      <Choice
        name="type"
        label="Type"
        any="Any type"
        choices={ofToolkit.map(({ slug, name, toolkit: { name: of } }) => [slug, toolkit ? name : `${of}: ${name}`])}
      />
      <Choice name="show" label="State" any="Any state" choices={[["enabled", "Enabled"]]} />
      {isFiltered(search) ? (
        <Button variant="ghost" className="justify-self-start" onClick={() => changeSearch(NO_FILTERS)}>
          <X aria-hidden /> Clear filters
        </Button>
      ) : null}
    </search>
  );
}

type ChoiceProps = { name: string; label: string; any: string; choices: readonly (readonly [string, string])[] };

export function Choice({ name, label, any, choices }: ChoiceProps) {
  const chosen = useSearchParams().get(name) ?? "";
  const all =
    chosen && !choices.some(([value]) => value === chosen) ? [...choices, [chosen, chosen] as const] : choices;
  return (
    <Select
      aria-label={label}
      value={chosen}
      onChange={(event) => changeSearch({ [name]: event.currentTarget.value })}
      className="lg:w-44"
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

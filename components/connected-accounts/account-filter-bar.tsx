/** The filters of the connected accounts; what they hold stands in the address. */
"use client";
import dynamic from "next/dynamic";
import { X } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { toUsedToolkits, useAuthConfigs } from "@/components/auth-configs/use-auth-configs";
import { FilterInput } from "@/components/logs/filter-input";
import { changeSearch } from "@/components/parts/url-state";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { isFiltered, NO_FILTERS, STATUSES } from "./account-filters";

const RevokeEverything = dynamic(() => import("./revoke-everything").then(({ RevokeEverything }) => RevokeEverything));
const toWord = (status: string): string => status.charAt(0) + status.slice(1).toLowerCase();
/** The choices, and the chosen one even where the list does not have it. */
const withChosen = (choices: [string, string][], chosen: string): [string, string][] =>
  chosen && !choices.some(([value]) => value === chosen) ? [...choices, [chosen, chosen]] : choices;

export function AccountFilterBar() {
  const search = useSearchParams();
  const configs = useAuthConfigs().data?.items ?? [];
  const commitUser = useCallback((user: string) => changeSearch({ user }), []);
  return (
    <search aria-label="Filter connected accounts" className="mb-4 grid grid-cols-2 gap-2 lg:flex lg:items-center">
      <FilterInput label="User id" value={search.get("user") ?? ""} onCommit={commitUser} className="lg:max-w-56" />
      <Choice
        name="status"
        label="Status"
        any="Any status"
        choices={STATUSES.map((status) => [status, toWord(status)])}
      />
      <Choice
        name="toolkit"
        label="Toolkit"
        any="Any toolkit"
        choices={toUsedToolkits(configs).map((slug) => [slug, slug])}
      />
      <Choice
        name="config"
        label="Auth config"
        any="Any auth config"
        choices={configs.map(({ id, name, toolkit }) => [id, `${name} (${toolkit.slug})`])}
      />
      {search.get("toolkit") ? (
        <RevokeEverything
          everything={{ scope: "toolkit", target: search.get("toolkit") ?? "" }}
          of={`the toolkit ${search.get("toolkit")}`}
          label="Revoke all of this toolkit"
        />
      ) : null}
      {isFiltered(search) ? (
        <Button variant="ghost" className="justify-self-start" onClick={() => changeSearch(NO_FILTERS)}>
          <X aria-hidden /> Clear filters
        </Button>
      ) : null}
    </search>
  );
}

type ChoiceProps = { name: keyof typeof NO_FILTERS; label: string; any: string; choices: [string, string][] };

function Choice({ name, label, any, choices }: ChoiceProps) {
  const chosen = useSearchParams().get(name) ?? "";
  return (
    <Select
      aria-label={label}
      value={chosen}
      onChange={(event) => changeSearch({ [name]: event.currentTarget.value })}
      className="lg:w-44"
    >
      <option value="">{any}</option>
      {withChosen(choices, chosen).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Select>
  );
}

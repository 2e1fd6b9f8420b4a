/** The filters of the connected accounts. Their values are in the URL. */
"use client";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import type { ComponentProps } from "react";
import { type AuthConfigRow, toUsedToolkits, useAuthConfigs } from "@/components/auth-configs/use-auth-configs";
import { ColumnsButton } from "@/components/parts/lists/columns/columns-button";
import { ChoiceFilter, ClearFilters, TextFilter } from "@/components/parts/lists/filters";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { isFiltered, NO_FILTERS, readTab, STATUSES } from "./account-filters";

const RevokeEverything = dynamic(() => import("./revoke-everything").then(({ RevokeEverything }) => RevokeEverything));
/** What never worked has none of these, and nothing that worked goes back to the beginning. */
const NOT_AMONG = { accounts: ["INITIALIZING"], attempts: ["ACTIVE", "INACTIVE"] };
const toWord = (status: string): string => status.charAt(0) + status.slice(1).toLowerCase();

/** Auth configs of one name are told apart by the end of their ids. */
const toConfigChoices = (configs: readonly AuthConfigRow[], nameOf: (slug: string) => string): [string, string][] =>
  configs.map(({ id, name, toolkit: { slug } }) => {
    const same = configs.filter((other) => other.name === name && other.toolkit.slug === slug).length > 1;
    return [id, `${name} (${nameOf(slug)}${same ? `, …${id.slice(-4)}` : ""})`];
  });

export function AccountFilterBar({ columns }: { columns: ComponentProps<typeof ColumnsButton> }) {
  const search = useSearchParams();
  const configs = useAuthConfigs().data?.items ?? [];
  const nameOf = useToolkitNames();
  const statuses = STATUSES.filter((status) => !NOT_AMONG[readTab(search)].includes(status));
  return (
    <search aria-label="Filter connected accounts" className="mb-4 grid grid-cols-2 gap-2 lg:flex lg:items-center">
      <TextFilter name="user" label="User ID" className="lg:max-w-56" />
      <ChoiceFilter
        name="status"
        label="Status"
        any="Any status"
        choices={statuses.map((status) => [status, toWord(status)])}
      />
      <ChoiceFilter
        name="toolkit"
        label="Toolkit"
        any="Any toolkit"
        choices={toUsedToolkits(configs).map((slug) => [slug, nameOf(slug)])}
      />
      <ChoiceFilter
        name="config"
        label="Auth config"
        any="Any auth config"
        choices={toConfigChoices(configs, nameOf)}
      />
      {search.get("toolkit") ? (
        <RevokeEverything
          everything={{ scope: "toolkit", target: search.get("toolkit") ?? "" }}
          of={`the toolkit ${nameOf(search.get("toolkit") ?? "")}`}
          label="Revoke all accounts for this toolkit"
        />
      ) : null}
      {isFiltered(search) ? <ClearFilters names={Object.keys(NO_FILTERS)} className="justify-self-start" /> : null}
      <ColumnsButton {...columns} className="ml-auto max-lg:col-start-2 max-md:hidden" />
    </search>
  );
}

/** The filters of the triggers. Their values are in the URL. */
"use client";
import { useSearchParams } from "next/navigation";
import { useAccountName } from "@/components/connected-accounts/use-account-name";
import { FilterChips } from "@/components/parts/lists/filter-chips";
import { ChoiceFilter, ClearFilters } from "@/components/parts/lists/filters";
import { AccountFilter, UserFilter } from "@/components/suggestions/lazy-filter";
import { isFiltered, NO_FILTERS } from "./trigger-filters";
import { toTypeChoices } from "./trigger-words";
import { toolkitsOf, useTypes } from "./use-types";

/** The rows of triggers have no values beyond those that the filters suggest. */
const NO_OPTIONS = [] as const;

/** The values of the filters that show none themselves. */
function FiltersInUse({ user, account }: { user: string | null; account: string | null }) {
  const accountName = useAccountName(account ?? undefined);
  const chips = [
    ...(user ? [{ name: "user", label: "User", value: user }] : []),
    ...(account ? [{ name: "account", label: "Account", value: accountName ?? account }] : []),
  ];
  return <FilterChips chips={chips} />;
}

export function TriggerFilterBar() {
  const search = useSearchParams();
  const types = useTypes().data?.items ?? [];
  const toolkit = search.get("toolkit") ?? "";
  const ofToolkit = toolkit ? types.filter((type) => type.toolkit.slug === toolkit) : types;
  return (
    <search aria-label="Filter triggers" className="mb-4 grid grid-cols-2 gap-2 lg:flex lg:flex-wrap lg:items-center">
      <UserFilter recent={NO_OPTIONS} className="lg:w-48" />
      <AccountFilter recent={NO_OPTIONS} className="lg:w-48" />
      <ChoiceFilter name="toolkit" label="Toolkit" any="Any toolkit" choices={toolkitsOf(types)} />
      <ChoiceFilter name="type" label="Type" any="Any type" choices={toTypeChoices(ofToolkit, toolkit === "")} />
      <ChoiceFilter name="show" label="State" any="Any state" choices={[["enabled", "Enabled"]]} />
      {isFiltered(search) ? <ClearFilters names={Object.keys(NO_FILTERS)} className="justify-self-start" /> : null}
      <FiltersInUse user={search.get("user")} account={search.get("account")} />
    </search>
  );
}

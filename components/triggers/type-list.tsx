/** The gallery of trigger types: search, toolkit and kind; all types at once, filtered while the user types. */
"use client";
import { SearchX } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { connectedFirst, useConnectedToolkits } from "@/components/catalog/use-connected-toolkits";
import { useCombobox } from "@/components/parts/forms/combobox";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { FilterChips } from "@/components/parts/lists/filter-chips";
import { ChoiceFilter } from "@/components/parts/lists/filters";
import { QueryView } from "@/components/parts/display/query-view";
import { SearchInput } from "@/components/parts/lists/search-input";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { SuggestFilter } from "@/components/suggestions/suggest-filter";
import { KindBadge } from "./kind-badge";
import { findTypes, foldTwins, type FoldedType, type ShortType } from "./trigger-words";
import { toolkitsOf, useTypes } from "./use-types";

const NOTHING = { search: "", toolkit: "", kind: "" };
const GRID = "grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3";
const KINDS = [
  ["webhook", "Webhook"],
  ["poll", "Poll"],
] as const;

/** `hrefOf` returns the link of a type. */
export function TypeList({ hrefOf }: { hrefOf: (slug: string) => string }) {
  const search = useSearchParams();
  const types = useTypes();
  const connected = useConnectedToolkits();
  const read = (name: string) => search.get(name)?.trim() ?? "";
  const all = foldTwins(types.data?.items ?? []);
  const toolkit = read("toolkit");
  const matches = findTypes(all, { words: read("search"), toolkit, kind: read("kind") });
  const isConnected = (type: ShortType) => connected?.has(type.toolkit.slug) ?? false;
  const [connectedTypes, otherTypes] = [matches.filter(isConnected), matches.filter((type) => !isConnected(type))];
  return (
    <>
      <search aria-label="Filter trigger types" className="mb-3 grid grid-cols-2 gap-2 lg:flex">
        <SearchInput label="Search trigger types" className="col-span-full lg:flex-1" />
        <ToolkitFilter types={all} connected={connected} />
        <ChoiceFilter name="kind" label="Event type" any="Any kind" choices={KINDS} />
        <FilterChips chips={toolkit ? [{ name: "toolkit", label: "Toolkit", value: toolkit, toolkit }] : []} />
      </search>
      <QueryView query={types} what="trigger types" skeleton={<Shape />}>
        {() =>
          // Connected apps come first, so nothing is shown before they are known: it would move.
          connected === undefined ? (
            <Shape />
          ) : (
            <>
              <p role="status" className="mb-3 text-xs text-muted">
                {matches.length === all.length ? "" : `${matches.length.toLocaleString("en")} of `}
                {all.length.toLocaleString("en")} trigger types
              </p>
              {matches.length === 0 ? <NothingFits /> : null}
              <TypeGroup title="Connected apps" types={connectedTypes} hrefOf={hrefOf} />
              <TypeGroup title={connectedTypes.length > 0 ? "Other apps" : "Apps"} types={otherTypes} hrefOf={hrefOf} />
            </>
          )
        }
      </QueryView>
    </>
  );
}

type ToolkitFilterProps = { types: readonly FoldedType[]; connected: ReadonlySet<string> | undefined };

function ToolkitFilter({ types, connected }: ToolkitFilterProps) {
  const state = useCombobox();
  const words = state.text.trim().toLowerCase();
  const options = connectedFirst(toolkitsOf(types), ([slug]) => connected?.has(slug) ?? false)
    .filter((toolkit) => toolkit.join(" ").toLowerCase().includes(words))
    .map(([slug, name]) => ({ value: slug, label: name, toolkit: slug }));
  return (
    <SuggestFilter
      state={state}
      name="toolkit"
      label="Toolkit"
      found={options}
      toValue={(text) => text.toLowerCase()}
      className="lg:w-48"
    />
  );
}

type TypeGroupProps = { title: string; types: readonly FoldedType[]; hrefOf: (slug: string) => string };

const TypeGroup = ({ title, types, hrefOf }: TypeGroupProps) =>
  types.length === 0 ? null : (
    <section aria-label={title} className="mb-6">
      <h2 className="mb-2 text-sm font-medium">{title}</h2>
      <ul aria-label={`Trigger types: ${title.toLowerCase()}`} className={GRID}>
        {types.map((type) => (
          <TypeCard key={type.slug} type={type} href={hrefOf(type.slug)} />
        ))}
      </ul>
    </section>
  );

/** Off screen it costs the browser nothing. */
const TypeCard = ({ type, href }: { type: FoldedType; href: string }) => (
  <li className="[contain-intrinsic-size:auto_9.75rem] [content-visibility:auto]">
    <Link href={href} className="flex h-39 flex-col rounded-lg border p-4 -outline-offset-2 hover:bg-hover">
      <span className="flex items-center gap-3">
        <ToolkitLogo slug={type.toolkit.slug} className="size-8 rounded-lg" />
        <span className="min-w-0 flex-1">
          <span
            className="block truncate text-base font-medium"
            title={[type.name, type.slug, ...type.otherSlugs].join("\n")}
          >
            {type.name}
          </span>
          <span className="block truncate text-xs text-muted">{type.toolkit.name}</span>
        </span>
      </span>
      <span className="mt-2 line-clamp-2 text-sm text-muted">{type.description}</span>
      <span className="mt-auto flex gap-1 overflow-hidden pt-2">
        <KindBadge kind={type.type} />
        {type.requires_webhook_endpoint_setup ? <Badge>Manual setup</Badge> : null}
        {type.triggers > 0 ? <Badge tone="green">{type.triggers.toLocaleString("en")} set up</Badge> : null}
      </span>
    </Link>
  </li>
);

const Shape = () => (
  <div className={GRID}>
    {Array.from({ length: 9 }, (_, index) => (
      <Skeleton key={index} className="h-39 rounded-lg" />
    ))}
  </div>
);

const NothingFits = () => (
  <EmptyState
    Icon={SearchX}
    title="No matching trigger types"
    action={
      <Button variant="outline" onClick={() => changeSearch(NOTHING)}>
        Show all types
      </Button>
    }
  >
    Every word must appear in the name, description or toolkit.
  </EmptyState>
);

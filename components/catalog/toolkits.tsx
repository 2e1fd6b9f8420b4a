/** The catalog: search, categories, filters, and the toolkits as cards or lines. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { CircleCheck, LayoutGrid, List, SearchX, X } from "lucide-react";
import { useSearchParams } from "next/navigation";
import type { KeyboardEvent } from "react";
import { schemeWords } from "@/components/auth-configs/scheme-words";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { SearchInput } from "@/components/parts/lists/search-input";
import { Segmented } from "@/components/parts/forms/segmented";
import { changeSearch } from "@/components/parts/lists/url-state";
import { moveFocus } from "@/components/ui/arrow-keys";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Select } from "@/components/ui/select";
import { catalogApi } from "@/generated/addresses/catalog";
import { pages } from "@/lib/contract/client";
import { CategoryList, CategorySelect } from "./categories";
import { CardSkeleton, ToolkitCard, ToolkitLine, type ToolkitRow } from "./toolkit-card";
import { FILTER_NAMES, FILTER_SCHEMES, isFiltered, toToolkitQuery } from "./toolkit-filters";
import { useConnectedToolkits } from "./use-connected-toolkits";

const NOTHING = Object.fromEntries(FILTER_NAMES.map((name) => [name, ""]));
const GRID = "grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3";
const VIEWS = [
  { key: "grid", label: "Cards", Icon: LayoutGrid },
  { key: "list", label: "List", Icon: List },
] as const;

export function Toolkits() {
  const search = useSearchParams();
  const connected = useConnectedToolkits();
  const onlyConnected = Boolean(search.get("connected"));
  const noneConnected = onlyConnected && connected?.size === 0;
  const toolkitQuery = toToolkitQuery(search, [...(connected ?? [])]);
  const toolkits = useInfiniteQuery({
    ...pages(catalogApi.listToolkits, { query: toolkitQuery }),
    placeholderData: keepPreviousData,
    enabled: !onlyConnected || (connected !== undefined && !noneConnected),
  });
  const lines = search.get("view") === "list";
  const empty = <NothingFits words={search.get("search") ?? ""} />;
  return (
    <div className="flex gap-8">
      <CategoryList chosen={search.get("category") ?? ""} />
      <div className="min-w-0 flex-1" onKeyDown={intoCards}>
        <FilterBar />
        {noneConnected ? (
          empty
        ) : (
          <>
            <p role="status" className="mb-3 text-xs text-muted">
              {toolkits.isError && !toolkits.data ? null : toFound(toolkits.data?.pages[0]?.total_items)}
            </p>
            <QueryView
              query={toolkits}
              what="toolkits"
              skeleton={
                <div className={GRID}>
                  {Array.from({ length: 9 }, (_, index) => (
                    <CardSkeleton key={index} />
                  ))}
                </div>
              }
              isEmpty={({ pages }) => pages[0]?.items.length === 0}
              empty={empty}
            >
              {({ pages }) => (
                <Cards toolkits={pages.flatMap(({ items }) => items)} connected={connected} lines={lines} />
              )}
            </QueryView>
          </>
        )}
      </div>
    </div>
  );
}

const toFound = (total: number | undefined): string => (total === undefined ? "Searching" : countOf(total, "toolkit"));

/** Arrow down moves from the search into the cards. */
function intoCards(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" || !(event.target instanceof HTMLInputElement) || event.target.type !== "search")
    return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>("[data-card]")?.focus();
}

function FilterBar() {
  const search = useSearchParams();
  const onlyConnected = Boolean(search.get("connected"));
  return (
    <search aria-label="Filter toolkits" className="mb-3 flex flex-wrap items-center gap-2">
      <SearchInput label="Search toolkits" className="min-w-40 flex-1 basis-full sm:basis-0" />
      <CategorySelect chosen={search.get("category") ?? ""} />
      <Select
        aria-label="Auth scheme"
        value={search.get("scheme") ?? ""}
        onChange={(event) => changeSearch({ scheme: event.currentTarget.value })}
        className="w-auto max-w-44 max-sm:max-w-none max-sm:flex-1 max-sm:basis-[40%]"
      >
        <option value="">Any auth method</option>
        {FILTER_SCHEMES.map((scheme) => (
          <option key={scheme} value={scheme}>
            {schemeWords(scheme).label}
          </option>
        ))}
      </Select>
      <Button
        variant="outline"
        aria-pressed={onlyConnected}
        onClick={() => changeSearch({ connected: onlyConnected ? "" : "1" })}
        className={cn("border-edge font-normal", onlyConnected && "bg-hover font-medium")}
      >
        <CircleCheck aria-hidden className={onlyConnected ? "text-green" : "text-muted"} /> Connected
      </Button>
      <Segmented
        label="Show as"
        iconsOnly
        options={VIEWS}
        value={search.get("view") === "list" ? "list" : "grid"}
        onChange={(view) => changeSearch({ view: view === "list" ? "list" : "" })}
        className="ml-auto"
      />
      {isFiltered(search) ? (
        <Button variant="ghost" onClick={() => changeSearch(NOTHING)}>
          <X aria-hidden /> Clear filters
        </Button>
      ) : null}
    </search>
  );
}

type CardsProps = { toolkits: readonly ToolkitRow[]; connected: ReadonlySet<string> | undefined; lines: boolean };

function Cards({ toolkits, connected, lines }: CardsProps) {
  const Toolkit = lines ? ToolkitLine : ToolkitCard;
  const move = (event: KeyboardEvent<HTMLElement>) =>
    moveFocus(event, "[data-card]", columnsOf(event.currentTarget, lines));
  return (
    <ul aria-label="Toolkits" onKeyDown={move} className={lines ? "overflow-hidden rounded-lg border" : GRID}>
      {toolkits.map((toolkit) => (
        <Toolkit key={toolkit.slug} toolkit={toolkit} connected={connected?.has(toolkit.slug) ?? false} />
      ))}
    </ul>
  );
}

/** The number of cards in a row at this width, from the style sheet. */
const columnsOf = (list: HTMLElement, lines: boolean): number =>
  lines ? 1 : getComputedStyle(list).gridTemplateColumns.split(" ").length;

const NothingFits = ({ words }: { words: string }) => (
  <EmptyState
    Icon={SearchX}
    title={words ? `No toolkits match “${words}”` : "No matching toolkits"}
    action={
      <Button variant="outline" onClick={() => changeSearch(NOTHING)}>
        Show all toolkits
      </Button>
    }
  >
    Clear the filters to see all toolkits.
  </EmptyState>
);

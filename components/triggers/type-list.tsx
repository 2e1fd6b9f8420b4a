/** The gallery of trigger types: search, toolkit and kind; all types at once, filtered while the user types. */
"use client";
import { SearchX } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { ChoiceFilter } from "@/components/parts/lists/filters";
import { QueryView } from "@/components/parts/display/query-view";
import { SearchInput } from "@/components/parts/lists/search-input";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { KindBadge } from "./kind-badge";
import { findTypes, type ShortType } from "./trigger-words";
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
  const read = (name: string) => search.get(name)?.trim() ?? "";
  const matches = findTypes(types.data?.items ?? [], {
    words: read("search"),
    toolkit: read("toolkit"),
    kind: read("kind"),
  });
  return (
    <>
      <search aria-label="Filter trigger types" className="mb-3 grid grid-cols-2 gap-2 lg:flex">
        <SearchInput label="Search trigger types" className="col-span-full lg:flex-1" />
        <ChoiceFilter name="toolkit" label="Toolkit" any="Any toolkit" choices={toolkitsOf(types.data?.items ?? [])} />
        <ChoiceFilter name="kind" label="Event type" any="Any kind" choices={KINDS} />
      </search>
      <QueryView query={types} what="trigger types" skeleton={<Shape />}>
        {({ items }) => (
          <>
            <p role="status" className="mb-3 text-xs text-muted">
              {matches.length === items.length ? "" : `${matches.length.toLocaleString("en")} of `}
              {items.length.toLocaleString("en")} trigger types
            </p>
            {matches.length === 0 ? (
              <NothingFits />
            ) : (
              <ul aria-label="Trigger types" className={GRID}>
                {matches.map((type) => (
                  <TypeCard key={type.slug} type={type} href={hrefOf(type.slug)} />
                ))}
              </ul>
            )}
          </>
        )}
      </QueryView>
    </>
  );
}

/** Off screen it costs the browser nothing. */
const TypeCard = ({ type, href }: { type: ShortType; href: string }) => (
  <li className="[contain-intrinsic-size:auto_8.5rem] [content-visibility:auto]">
    <Link href={href} className="flex h-34 flex-col rounded-lg border p-4 -outline-offset-2 hover:bg-hover">
      <span className="flex items-center gap-3">
        <ToolkitLogo slug={type.toolkit.slug} className="size-8 rounded-lg" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-base font-medium" title={type.name}>
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
      <Skeleton key={index} className="h-34 rounded-lg" />
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

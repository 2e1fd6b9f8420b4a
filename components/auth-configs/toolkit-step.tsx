/** The first step: which app. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { SearchInput } from "@/components/parts/lists/search-input";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Skeleton } from "@/components/ui/skeleton";
import { catalogApi } from "@/generated/addresses/catalog";
import { pages } from "@/lib/contract/client";
import { CardButton } from "./card-button";

const GRID = "grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-3";

export function ToolkitStep({ onChoose }: { onChoose: (slug: string) => void }) {
  const words = useSearchParams().get("search")?.trim();
  const toolkits = useInfiniteQuery(
    pages(catalogApi.listToolkits, { query: { limit: 60, ...(words && { search: words }) } }),
  );
  return (
    <section aria-labelledby="toolkit">
      <h2 id="toolkit" className="mb-3 text-base font-semibold">
        Which app do your users connect?
      </h2>
      <SearchInput label="Search toolkits" className="mb-3 max-w-md" />
      <QueryView
        query={toolkits}
        what="toolkits"
        skeleton={
          <div className={GRID}>
            {Array.from({ length: 12 }, (_, card) => (
              <Skeleton key={card} className="h-16 rounded-lg" />
            ))}
          </div>
        }
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={
          <EmptyState Icon={SearchX} title="No matching toolkits">
            Search by app name or by what it does.
          </EmptyState>
        }
      >
        {({ pages }) => (
          <ul className={GRID}>
            {pages
              .flatMap(({ items }) => items)
              .map(({ slug, name, meta }) => (
                <li key={slug}>
                  <CardButton onClick={() => onChoose(slug)}>
                    <ToolkitLogo slug={slug} src={meta.logo || undefined} className="size-8" />
                    <span className="min-w-0 flex-1">
                      <span className="block truncate font-medium">{name}</span>
                      <span className="block truncate text-xs text-muted">{meta.description}</span>
                    </span>
                  </CardButton>
                </li>
              ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}

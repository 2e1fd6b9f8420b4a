/** The first step: which app. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useConnectedToolkits } from "@/components/catalog/use-connected-toolkits";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { SearchInput } from "@/components/parts/lists/search-input";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Skeleton } from "@/components/ui/skeleton";
import { catalogApi } from "@/generated/addresses/catalog";
import { pages, type ResultOf } from "@/lib/contract/client";
import { CardButton } from "./card-button";

const GRID = "grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-3";

export function ToolkitStep({ onChoose }: { onChoose: (slug: string) => void }) {
  const words = useSearchParams().get("search")?.trim();
  const connected = useConnectedToolkits();
  const nameOf = useToolkitNames();
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
        skeleton={<Shape />}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={
          <EmptyState Icon={SearchX} title="No matching toolkits">
            Search by app name or by what it does.
          </EmptyState>
        }
      >
        {({ pages }) =>
          // Connected apps come first, so nothing is shown before they are known: it would move.
          connected === undefined ? (
            <Shape />
          ) : (
            <ul className={GRID}>
              {toCards(
                pages.flatMap(({ items }) => items),
                words ? [] : [...connected],
                nameOf,
              ).map(({ slug, name, about, logo }) => (
                <li key={slug}>
                  <CardButton onClick={() => onChoose(slug)}>
                    <ToolkitLogo slug={slug} src={logo} className="size-8" />
                    <span className="min-w-0 flex-1">
                      <span className="block truncate font-medium">{name}</span>
                      <span className="block truncate text-xs text-muted">
                        {connected.has(slug) ? "Connected by your users" : about}
                      </span>
                    </span>
                  </CardButton>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}

type Card = { slug: string; name: string; about?: string; logo?: string | undefined };
type Item = ResultOf<typeof catalogApi.listToolkits>["items"][number];

/** `first` comes before the items of the list, whether it is among them or not. */
function toCards(items: readonly Item[], first: readonly string[], nameOf: (slug: string) => string): Card[] {
  const cards = items.map(({ slug, name, meta }) => ({
    slug,
    name,
    about: meta.description,
    logo: meta.logo || undefined,
  }));
  const firstCards = first.map((slug) => cards.find((card) => card.slug === slug) ?? { slug, name: nameOf(slug) });
  return [...firstCards, ...cards.filter(({ slug }) => !first.includes(slug))];
}

const Shape = () => (
  <div className={GRID}>
    {Array.from({ length: 12 }, (_, card) => (
      <Skeleton key={card} className="h-16 rounded-lg" />
    ))}
  </div>
);

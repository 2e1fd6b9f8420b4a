/** The categories of toolkits: a column next to the list if there is room, otherwise a choice above it. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { changeSearch } from "@/components/parts/lists/url-state";
import { cn } from "@/components/ui/cn";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { catalogApi } from "@/generated/addresses/catalog";
import { query } from "@/lib/contract/client";
import { toShownCategories } from "./toolkit-filters";

/** Those that hold something; without them (an error, too) the list below still works. */
function useCategories() {
  const { data, isPending } = useQuery({ ...query(catalogApi.listCategories, {}), staleTime: 300_000 });
  return { categories: toShownCategories(data?.items ?? []), isPending };
}

const choose = (category: string) => changeSearch({ category });

export function CategoryList({ chosen: selectedId }: { chosen: string }) {
  const { categories, isPending } = useCategories();
  return (
    <nav
      aria-label="Categories"
      className="sticky top-18 hidden max-h-[calc(100dvh-6rem)] w-52 shrink-0 self-start overflow-y-auto lg:block"
    >
      {isPending ? (
        <div className="space-y-3 p-2">
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} className="w-40" />
          ))}
        </div>
      ) : null}
      <ul className="space-y-0.5">
        {isPending ? null : <Entry name="All categories" chosen={selectedId === ""} onChoose={() => choose("")} />}
        {categories.map(({ id, name, count }) => (
          <Entry
            key={id}
            name={name}
            count={count}
            chosen={selectedId === id}
            onChoose={() => choose(selectedId === id ? "" : id)}
          />
        ))}
      </ul>
    </nav>
  );
}

function Entry({
  name,
  count,
  chosen: isSelected,
  onChoose,
}: {
  name: string;
  count?: number;
  chosen: boolean;
  onChoose: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={onChoose}
        className={cn(
          "flex min-h-8 w-full items-center justify-between gap-2 rounded-lg px-2 py-1 text-left text-sm " +
            "text-muted -outline-offset-2 hover:bg-hover hover:text-ink",
          isSelected && "bg-hover font-medium text-ink",
        )}
      >
        <span className="min-w-0">{name}</span>
        {count === undefined ? null : <span className="font-mono text-xs font-normal tabular-nums">{count}</span>}
      </button>
    </li>
  );
}

export function CategorySelect({ chosen: selectedId }: { chosen: string }) {
  const { categories } = useCategories();
  return (
    <Select
      aria-label="Category"
      value={selectedId}
      onChange={(event) => choose(event.currentTarget.value)}
      className="w-auto max-w-44 max-sm:max-w-none max-sm:flex-1 max-sm:basis-[40%] lg:hidden"
    >
      <option value="">Any category</option>
      {categories.map(({ id, name, count }) => (
        <option key={id} value={id}>{`${name} (${count})`}</option>
      ))}
    </Select>
  );
}

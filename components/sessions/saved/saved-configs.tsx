/** Access rules with a name, which new sessions take over. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Bookmark, SearchX } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { SearchInput } from "@/components/parts/lists/search-input";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Switch } from "@/components/ui/switch";
import { pages, type ResultOf } from "@/lib/contract/client";
import { sessionApi } from "@/generated/addresses/sessions";
import { savedHref } from "../session-words";

type Saved = ResultOf<typeof sessionApi.listSavedConfigs>["items"][number];

const COLUMNS: readonly Column<Saved>[] = [
  {
    heading: "Name",
    className: "w-full max-w-0 min-w-36",
    cell: ({ id, name }) => (
      <span className="block min-w-0">
        <Link href={savedHref(id)} className="block truncate rounded-sm font-medium hover:underline">
          {name}
        </Link>
        <span className="block truncate font-mono text-xs text-muted">{id}</span>
      </span>
    ),
  },
  {
    heading: "Updated",
    wide: "md",
    className: "text-right text-muted",
    cell: ({ updated_at: time }) => <RelativeTime at={time} />,
  },
  {
    heading: "Start",
    hideHeading: true,
    className: "text-right",
    cell: ({ id, name, archived }) =>
      archived ? (
        <span className="text-muted">Archived</span>
      ) : (
        <Button asChild variant="outline">
          <Link href={`/sessions/new?config=${encodeURIComponent(id)}`}>
            Start session<span className="sr-only"> with {name}</span>
          </Link>
        </Button>
      ),
  },
];

export function SavedConfigs() {
  const search = useSearchParams();
  const router = useRouter();
  const words = search.get("search")?.trim() ?? "";
  const archived = search.get("archived") === "1";
  const saved = useInfiniteQuery(
    pages(sessionApi.listSavedConfigs, { query: { limit: 50, ...(words && { search: words }), archived } }),
  );
  return (
    <>
      <search aria-label="Filter saved rules" className="mb-4 flex flex-wrap items-center gap-3">
        <SearchInput label="Search saved rules" className="min-w-48 flex-1 sm:max-w-80" />
        <Switch label="Archived" checked={archived} onChange={(on) => changeSearch({ archived: on ? "1" : "" })} />
      </search>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={saved}
          what="saved rules"
          skeleton={<TableSkeleton columns={COLUMNS} />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={words !== "" || archived ? <NothingMatches /> : <NothingSaved />}
        >
          {({ pages }) => (
            <DataTable
              caption="Saved rules, recently updated first"
              columns={COLUMNS}
              rows={pages.flatMap(({ items }) => items)}
              rowKey={({ id }) => id}
              onOpen={({ id }) => router.push(savedHref(id))}
            />
          )}
        </QueryView>
      </div>
    </>
  );
}

const NothingSaved = () => (
  <EmptyState
    Icon={Bookmark}
    title="No saved rules yet"
    guide="agents-and-sessions/sessions"
    action={
      <Button asChild variant="outline">
        <Link href="/sessions/saved/new">Create saved rules</Link>
      </Button>
    }
  >
    Reusable access rules for sessions. Programs pass their ID when creating a session.
  </EmptyState>
);

const NothingMatches = () => (
  <EmptyState Icon={SearchX} title="No matching saved rules">
    Archived rules are listed separately.
  </EmptyState>
);

/** The list of sessions: user, access rules, number of calls, and last use. */
"use client";
import { toTokenWords } from "@/components/parts/display/tokens";
import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter, useSearchParams } from "next/navigation";
import { nameOfPerson, usePeople } from "@/components/access/use-people";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { ChoiceFilter, ClearFilters, TextFilter } from "@/components/parts/lists/filters";
import { ListTotal } from "@/components/parts/lists/list-total";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { SearchInput } from "@/components/parts/lists/search-input";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { pages } from "@/lib/contract/client";
import { listedSessionsApi } from "@/generated/addresses/sessions/list";
import { isFiltered, MAKERS, NO_FILTERS, STATES, toSessionQuery } from "./session-filters";
import { sessionHref, toToolkitWords, type SessionRow } from "./session-words";

const NoSessions = dynamic(() => import("./no-sessions").then((module) => module.NoSessions), {
  ssr: false,
  loading: () => <Skeleton className="m-4 h-56" />,
});

/** New sessions and calls show up this soon. */
const EVERY_MS = 5_000;

function Toolkits({ session }: { session: SessionRow }) {
  const nameOf = useToolkitNames();
  return <span title={session.toolkits?.map(nameOf).join(", ")}>{toToolkitWords(session, nameOf)}</span>;
}

function MadeBy({ created_by: by, implicit }: SessionRow) {
  const people = usePeople();
  if (by) return <bdi className="block truncate">{nameOfPerson(by, people)}</bdi>;
  return <span className="whitespace-nowrap text-muted">{implicit ? "An agent" : "A program"}</span>;
}

const COLUMNS: readonly Column<SessionRow>[] = [
  {
    heading: "User",
    className: "w-full max-w-0 min-w-36 @[58rem]:w-2/5",
    cell: (session) => (
      <span className="block min-w-0">
        <Link href={sessionHref(session.session_id)} className="block truncate rounded-sm font-medium hover:underline">
          {session.user_id}
        </Link>
        <span className="block truncate font-mono text-xs text-muted">{session.session_id}</span>
        <span className="block truncate text-xs text-muted @[40rem]:hidden">
          Toolkits: <Toolkits session={session} />
        </span>
      </span>
    ),
  },
  {
    heading: "Toolkits",
    wide: "md",
    className: "max-w-56",
    cell: (session) => (
      <span className="block truncate">
        <Toolkits session={session} />
      </span>
    ),
  },
  {
    heading: "Calls",
    className: "text-right",
    cell: ({ calls }) => <span className="font-mono text-xs tabular-nums">{calls.toLocaleString("en")}</span>,
  },
  {
    heading: "Tokens",
    wide: "md",
    className: "text-right",
    cell: ({ about_tokens: { schemas, results } }) => (
      <span
        className="font-mono text-xs tabular-nums"
        title="Approximate tokens of tool descriptions and results sent to the agent"
      >
        ~{toTokenWords(schemas + results)}
      </span>
    ),
  },
  {
    heading: "Created by",
    wide: "lg",
    className: "max-w-40",
    cell: (session) => <MadeBy {...session} />,
  },
  {
    heading: "Last use",
    className: "text-right text-muted",
    cell: ({ last_used_at: time }) => <RelativeTime at={time} />,
  },
  {
    heading: "Created",
    wide: "md",
    className: "text-right text-muted",
    cell: ({ created_at: time }) => <RelativeTime at={time} />,
  },
];

/** How many sessions the filters choose: from the list's own answer. */
export function SessionTotal() {
  const { data } = useInfiniteQuery(
    pages(listedSessionsApi.listSessions, { query: toSessionQuery(useSearchParams()) }),
  );
  return <ListTotal total={data?.pages[0]?.total_items} words={["session", "sessions"]} />;
}

export function Sessions() {
  const search = useSearchParams();
  const router = useRouter();
  const sessions = useInfiniteQuery({
    ...pages(listedSessionsApi.listSessions, { query: toSessionQuery(search) }),
    // Only the first page is refreshed automatically: reading all pages again would be too much.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : EVERY_MS),
  });
  const rows = sessions.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <Filters />
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={sessions}
          what="sessions"
          skeleton={<TableSkeleton columns={COLUMNS} />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={isFiltered(search) ? <NothingMatches /> : <NoSessions />}
        >
          {() => (
            <DataTable
              caption="Sessions, newest first"
              columns={COLUMNS}
              rows={rows}
              rowKey={({ session_id: id }) => id}
              onOpen={({ session_id: id }) => router.push(sessionHref(id))}
            />
          )}
        </QueryView>
      </div>
    </>
  );
}

function Filters() {
  const search = useSearchParams();
  return (
    <search aria-label="Filter sessions" className="mb-4 grid grid-cols-2 gap-2 lg:flex lg:items-center">
      <SearchInput
        label="Search sessions"
        placeholder="Part of a user ID, or a session ID"
        className="col-span-full lg:flex-1"
      />
      <TextFilter name="user" label="User ID" className="max-lg:col-span-full lg:max-w-48" />
      <ChoiceFilter
        name="state"
        label="Last use"
        any="Any last use"
        choices={Object.entries(STATES)}
        className="lg:w-48"
      />
      <ChoiceFilter name="made" label="Source" any="Any source" choices={Object.entries(MAKERS)} className="lg:w-48" />
      {isFiltered(search) ? <ClearFilters names={Object.keys(NO_FILTERS)} className="justify-self-start" /> : null}
    </search>
  );
}

const NothingMatches = () => (
  <EmptyState Icon={SearchX} title="No matching sessions">
    User IDs are case-sensitive in the filter; search matches parts of them.
  </EmptyState>
);

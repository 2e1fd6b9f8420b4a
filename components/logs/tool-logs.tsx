/**
 * The list of executions, its filters, and the drawer of the open execution. Arrow keys move through the rows, Enter
 * opens a row.
 */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Play, ScrollText, SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { onlyKnown } from "@/components/parts/lists/known-choices";
import { QueryView } from "@/components/parts/display/query-view";
import { useColumns } from "@/components/parts/lists/columns/use-columns";
import { useSorting } from "@/components/parts/lists/use-sorting";
import { changeSearch } from "@/components/parts/lists/url-state";
import { walkRows } from "@/components/parts/lists/walk-rows";
import { SavedViews } from "@/components/saved-views/lazy-views";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PanelRoom } from "@/components/ui/panel-room";
import { pages } from "@/lib/contract/client";
import { logsApi } from "@/generated/addresses/logs";
import { FilterBar } from "./filter-bar";
import { EXTRA_LOG_COLUMNS, LOG_COLUMNS } from "./log-columns";
import { rerunHref, type LogRow } from "./log-fields";
import { CHOICES, isFiltered, NARROWING, toLogQuery } from "./log-filters";
import { toRecentValues } from "./recent-values";
import { useLiveLogs } from "./use-live-logs";

const LogDrawer = dynamic(() => import("./log-drawer").then(({ LogDrawer }) => LogDrawer), { ssr: false });

/** The polling interval while no events arrive. */
const POLL_MS = 5_000;

const moveTo = (id: string) => changeSearch({ open: id });
const close = () => changeSearch({ open: "" });

function RunAgain({ log }: { log: LogRow }) {
  const href = rerunHref(log);
  return href ? (
    <Button asChild variant="ghost" size="icon" className="size-6 pointer-coarse:size-8 [&_svg]:size-3.5">
      <Link href={href} aria-label="Run again" title="Run again in the playground">
        <Play aria-hidden />
      </Link>
    </Button>
  ) : null;
}

const COLUMNS: readonly Column<LogRow>[] = [
  ...LOG_COLUMNS.slice(0, -1),
  ...EXTRA_LOG_COLUMNS,
  ...LOG_COLUMNS.slice(-1),
  { heading: "Again", wide: "lg", cell: (log) => <RunAgain log={log} /> },
];

export function ToolLogs() {
  const search = onlyKnown(useSearchParams(), CHOICES);
  const openId = search.get("open");
  const open = (id: string) => changeSearch({ open: id }, openId ? "replace" : "push");
  const [now, setNow] = useState(() => Date.now());
  const body = toLogQuery(search, now);
  const live = useLiveLogs(search.get("live") === "1", body);
  const logs = useInfiniteQuery({
    ...pages(logsApi.listToolLogs, { body }),
    refetchInterval: live === "waiting" ? POLL_MS : false,
  });
  const refresh = () => (search.get("range") ? setNow(Date.now()) : void logs.refetch());
  const rows = logs.data?.pages.flatMap((page) => page.logs) ?? [];
  const sorting = useSorting();
  const { columns, sizing, ...choice } = useColumns("tool_logs", COLUMNS);
  const filters = { body, recent: toRecentValues(rows), columns: choice };
  return (
    <>
      <SavedViews page="tool_logs" names={NARROWING} />
      <FilterBar {...filters} refreshing={logs.isRefetching} onRefresh={refresh} live={live} />
      <div className="overflow-hidden rounded-lg border" onKeyDown={walkRows}>
        <QueryView
          query={logs}
          what="tool logs"
          skeleton={<TableSkeleton columns={columns} sizing={sizing} sorting={sorting} rows={10} />}
          isEmpty={({ pages }) => pages[0]?.logs.length === 0}
          empty={isFiltered(search) ? <NothingMatches /> : <NoLogs />}
        >
          {() => (
            <DataTable
              caption={`Tool executions, ${sorting.isOldestFirst ? "oldest" : "newest"} first`}
              columns={columns}
              sizing={sizing}
              sorting={sorting}
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={({ id }) => open(id)}
              openKey={openId}
            />
          )}
        </QueryView>
      </div>
      {openId ? (
        <>
          <PanelRoom />
          <LogDrawer id={openId} ids={rows.map(({ id }) => id)} onMove={moveTo} onClose={close} />
        </>
      ) : null}
    </>
  );
}

const NoLogs = () => (
  <EmptyState
    Icon={ScrollText}
    title="No calls yet"
    guide="run-tools/executing"
    action={
      <Button asChild variant="outline">
        <Link href="/playground">Try a tool</Link>
      </Button>
    }
  >
    Each tool execution appears here with its request, response and account.
  </EmptyState>
);

const NothingMatches = () => (
  <EmptyState Icon={SearchX} title="No matching logs">
    Remove a filter or widen the range. Users, accounts and codes must match exactly; tools match any part of the slug.
    Search matches the start of words.
  </EmptyState>
);

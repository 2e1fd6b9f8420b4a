/** The list of executions, its filters, and the drawer of the one that is open. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText, SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { DataTable, TableSkeleton } from "@/components/parts/data-table";
import { EmptyState } from "@/components/parts/empty-state";
import { QueryView } from "@/components/parts/query-view";
import { changeSearch } from "@/components/parts/url-state";
import { Button } from "@/components/ui/button";
import { pages } from "@/lib/contract/client";
import { logsApi } from "@/lib/logs/contract";
import { FilterBar } from "./filter-bar";
import { LOG_COLUMNS } from "./log-columns";
import { isFiltered, toLogQuery } from "./log-filters";

const LogDrawer = dynamic(() => import("./log-drawer").then(({ LogDrawer }) => LogDrawer), { ssr: false });

const open = (id: string) => changeSearch({ open: id }, "push");

export function ToolLogs() {
  const search = useSearchParams();
  const opened = search.get("open");
  const [now, setNow] = useState(() => Date.now());
  const logs = useInfiniteQuery(pages(logsApi.listToolLogs, { body: toLogQuery(search, now) }));
  const refresh = () => (search.get("range") ? setNow(Date.now()) : void logs.refetch());
  return (
    <>
      <FilterBar refreshing={logs.isRefetching} onRefresh={refresh} />
      <div className="overflow-hidden rounded-lg border">
        <QueryView query={logs} what="tool logs" skeleton={<TableSkeleton columns={LOG_COLUMNS} rows={10} />} isEmpty={({ pages }) => pages[0]?.logs.length === 0} empty={isFiltered(search) ? <NothingMatches /> : <NoLogs />}>
          {({ pages }) => <DataTable caption="Tool executions, newest first" columns={LOG_COLUMNS} rows={pages.flatMap(({ logs }) => logs)} rowKey={({ id }) => id} onOpen={({ id }) => open(id)} />}
        </QueryView>
      </div>
      {opened ? <LogDrawer id={opened} onClose={() => changeSearch({ open: "" })} /> : null}
    </>
  );
}

const NoLogs = () => (
  <EmptyState Icon={ScrollText} title="Nothing was called yet" action={<Button asChild variant="outline"><Link href="/">See how to make a call</Link></Button>}>
    Each execution of a tool leaves a line here: the request, the answer, and the account it used.
  </EmptyState>
);

const NothingMatches = () => (
  <EmptyState Icon={SearchX} title="No log matches these filters">Widen the time range, or check the ids: they compare exactly, while a tool matches by any part of its slug.</EmptyState>
);

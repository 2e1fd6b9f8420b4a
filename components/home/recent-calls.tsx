/** The last calls of the project, as they happen. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { LOG_COLUMNS } from "@/components/logs/log-columns";
import { useLiveLogs } from "@/components/logs/use-live-logs";
import { DataTable, TableSkeleton } from "@/components/parts/lists/data-table";
import { QueryView } from "@/components/parts/display/query-view";
import { Link } from "@/components/ui/link";
import { pages } from "@/lib/contract/client";
import { logsApi } from "@/generated/addresses/logs";

const RECENT = 20;
const NEWEST = { limit: RECENT };
/** While no events arrive the list is read this often. */
const CALLS_EVERY_MS = 5_000;

export function useRecentCalls() {
  const live = useLiveLogs(true, NEWEST);
  return useInfiniteQuery({
    ...pages(logsApi.listToolLogs, { body: NEWEST }),
    getNextPageParam: () => undefined,
    refetchInterval: live === "live" ? false : CALLS_EVERY_MS,
  });
}

export function RecentCalls({ logs }: { logs: ReturnType<typeof useRecentCalls> }) {
  const some = (logs.data?.pages[0]?.logs.length ?? 0) > 0;
  return (
    <section aria-labelledby="recent-calls">
      <div className="mb-3 flex items-center justify-between">
        <h2 id="recent-calls" className="text-base font-semibold">
          Recent calls
        </h2>
        {some ? (
          <Link
            href="/logs/tools"
            className="rounded-sm text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
          >
            All tool logs
          </Link>
        ) : null}
      </div>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={logs}
          what="recent calls"
          skeleton={<TableSkeleton columns={LOG_COLUMNS} rows={5} />}
          isEmpty={({ pages }) => pages[0]?.logs.length === 0}
          empty={<p className="p-4 text-sm text-muted">No calls yet. New calls appear here.</p>}
        >
          {({ pages }) => (
            <DataTable
              caption="Recent calls"
              columns={LOG_COLUMNS}
              rows={pages.flatMap(({ logs }) => logs).slice(0, RECENT)}
              rowKey={({ id }) => id}
            />
          )}
        </QueryView>
      </div>
    </section>
  );
}

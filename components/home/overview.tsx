/** The home page: the first steps with what is done already, and the last calls. */
"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { DataTable, TableSkeleton } from "@/components/parts/data-table";
import { QueryView } from "@/components/parts/query-view";
import { LOG_COLUMNS } from "@/components/logs/log-columns";
import { accessApi } from "@/lib/access/contract";
import { query } from "@/lib/contract/client";
import { logsApi } from "@/lib/logs/contract";
import { FirstSteps } from "./first-steps";

const RECENT = 5;
const REFRESH_MS = 10_000;

export function Overview() {
  const keys = useQuery(query(accessApi.listApiKeys, { query: { limit: 100 } }));
  const logs = useQuery({ ...query(logsApi.listToolLogs, { body: { limit: RECENT } }), refetchInterval: REFRESH_MS });
  const hasKey = keys.isPending ? undefined : (keys.data?.items.some(({ revoked_at }) => !revoked_at) ?? false);
  const hasCall = (logs.data?.logs.length ?? 0) > 0;
  return (
    <div className="space-y-8">
      <FirstSteps hasKey={hasKey} hasCall={hasCall} />
      <section aria-labelledby="recent-calls">
        <div className="mb-3 flex items-center justify-between">
          <h2 id="recent-calls" className="text-base font-semibold">Recent calls</h2>
          {hasCall ? <Link href="/logs/tools" className="rounded-sm text-sm text-muted underline-offset-4 hover:text-ink hover:underline">All tool logs</Link> : null}
        </div>
        <div className="overflow-hidden rounded-lg border">
          <QueryView query={logs} what="recent calls" skeleton={<TableSkeleton columns={LOG_COLUMNS} rows={3} />} isEmpty={({ logs }) => logs.length === 0} empty={<p className="p-4 text-sm text-muted">No tool was called yet. The call above shows up here within seconds.</p>}>
            {(found) => <DataTable caption="The last calls" columns={LOG_COLUMNS} rows={found.logs} rowKey={({ id }) => id} />}
          </QueryView>
        </div>
      </section>
    </div>
  );
}

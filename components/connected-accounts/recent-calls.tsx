/** The last calls that fit a filter, with the way to all of them. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { LOG_COLUMNS } from "@/components/logs/log-columns";
import { DataTable, TableSkeleton } from "@/components/parts/lists/data-table";
import { QueryView } from "@/components/parts/display/query-view";
import { Link } from "@/components/ui/link";
import { query } from "@/lib/contract/client";
import { logsApi } from "@/generated/addresses/logs";
import type { ToolLogFilter } from "@/lib/logs/contract";
import type { z } from "zod";

const CALL_LIMIT = 10;
const EVERY_MS = 10_000;

type RecentCallsProps = {
  title: string;
  filters: z.input<typeof ToolLogFilter>[];
  /** Opens the same calls in the tool logs. */
  href: string;
  /** The heading of the column with the same value in each row. */
  without?: "User" | "Account";
};

export function RecentCalls({ title, filters, href, without }: RecentCallsProps) {
  const id = useId();
  const columns = LOG_COLUMNS.filter(({ heading }) => heading !== without);
  const logs = useQuery({
    ...query(logsApi.listToolLogs, { body: { limit: CALL_LIMIT, filters } }),
    refetchInterval: EVERY_MS,
  });
  return (
    <section aria-labelledby={id} className="mt-8">
      <div className="mb-3 flex items-center justify-between">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {logs.data?.logs.length ? (
          <Link href={href} className="rounded-sm text-sm text-muted underline-offset-4 hover:text-ink hover:underline">
            All calls
          </Link>
        ) : null}
      </div>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={logs}
          what="the calls"
          skeleton={<TableSkeleton columns={columns} rows={3} />}
          isEmpty={({ logs }) => logs.length === 0}
          empty={<p className="p-4 text-sm text-muted">No calls yet. New calls appear here within seconds.</p>}
        >
          {(page) => <DataTable caption={title} columns={columns} rows={page.logs} rowKey={({ id }) => id} />}
        </QueryView>
      </div>
    </section>
  );
}

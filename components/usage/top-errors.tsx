/** The failures that happened most often in a range, each with the way to its logs. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { codeTitle, codeWords } from "@/components/logs/code-words";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { QueryView } from "@/components/parts/display/query-view";
import { ToolName } from "@/components/parts/display/tool-name";
import { useToolkitOf } from "@/components/parts/display/toolkit-name";
import { Link } from "@/components/ui/link";
import { query } from "@/lib/contract/client";
import { usageApi } from "@/generated/addresses/logs/usage";
import { toChange, toError, toLogRange, toNumber, type Range, type UsageRow } from "./usage-data";

const LIMIT = 5;
const RIGHT = "text-right tabular-nums whitespace-nowrap";

function toLogsHref(key: string, range: Range): string {
  const { tool, code } = toError(key);
  const search = { status: "failed", tool, ...(code && { code }), ...(toLogRange(range) && { range }) };
  return `/logs/tools?${new URLSearchParams(search)}`;
}

function ErrorName({ row: { key }, range }: { row: UsageRow; range: Range }) {
  const toolkitOf = useToolkitOf();
  if (key === "") return <span className="text-sm text-muted">All other errors</span>;
  const { tool, code } = toError(key);
  return (
    <span className="block min-w-0">
      <Link
        href={toLogsHref(key, range)}
        className="block truncate rounded-sm text-sm hover:underline"
        title={`Logs of ${tool}`}
      >
        <ToolName slug={tool} toolkit={toolkitOf(tool)} />
      </Link>
      <span className="block truncate text-xs text-muted" title={code && codeTitle(code)}>
        {code ? [code, codeWords(code)].filter(Boolean).join(": ") : "No code"}
      </span>
    </span>
  );
}

const toColumns = (range: Range): Column<UsageRow>[] => [
  {
    heading: "Tool and error",
    className: "w-full max-w-0 min-w-40",
    cell: (row) => <ErrorName row={row} range={range} />,
  },
  { heading: "Failures", className: RIGHT, cell: ({ failed }) => toNumber(failed) },
  {
    heading: "Change",
    wide: "md",
    className: `${RIGHT} text-muted`,
    cell: (row) => toChange(row.failed, row.failed_before) || "–",
  },
];

export const useTopErrors = (range: Range) =>
  useQuery({
    ...query(usageApi.listUsageBy, { query: { range, by: "error", limit: LIMIT } }),
    placeholderData: keepPreviousData,
  });

export function TopErrors({ range, title = "Top errors" }: { range: Range; title?: string }) {
  const errors = useTopErrors(range);
  const columns = toColumns(range);
  return (
    <section aria-labelledby="top-errors">
      <h2 id="top-errors" className="mb-3 text-base font-semibold">
        {title}
      </h2>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={errors}
          what="errors"
          skeleton={<TableSkeleton columns={columns} rows={LIMIT} />}
          isEmpty={({ items }) => items.length === 0}
          empty={<p className="p-4 text-sm text-muted">No failed calls in this range.</p>}
        >
          {({ items }) => <DataTable caption="Top errors" columns={columns} rows={items} rowKey={({ key }) => key} />}
        </QueryView>
      </div>
    </section>
  );
}

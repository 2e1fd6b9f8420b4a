/** The toolkits, tools, users, API keys or sessions with the most calls of a range. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { QueryView } from "@/components/parts/display/query-view";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Tabs } from "@/components/ui/tabs";
import { query } from "@/lib/contract/client";
import { usageApi } from "@/generated/addresses/logs/usage";
import { KeyName, useNameOf, type Dimension } from "./key-names";
import { toChange, toMs, toNumber, toRate, type Range, type UsageRow } from "./usage-data";

const TABS = [
  { key: "toolkit", label: "Toolkits", heading: "Toolkit" },
  { key: "tool", label: "Tools", heading: "Tool" },
  { key: "user", label: "Users", heading: "User" },
  { key: "key", label: "API keys", heading: "API key" },
  { key: "session", label: "Sessions", heading: "Session" },
] as const;

const LIMIT = 20;
const RIGHT = "text-right tabular-nums whitespace-nowrap";

const toColumns = (
  by: Dimension,
  heading: string,
  nameOf: (key: string) => string,
  range: Range,
): Column<UsageRow>[] => [
  {
    heading,
    className: "w-full max-w-0 min-w-32",
    cell: ({ key }) => <KeyName by={by} row={key} name={nameOf(key)} range={range} />,
  },
  { heading: "Calls", className: RIGHT, cell: ({ calls }) => toNumber(calls) },
  {
    heading: "Change",
    wide: "md",
    className: `${RIGHT} text-muted`,
    cell: (row) => toChange(row.calls, row.calls_before) || "–",
  },
  {
    heading: "Failed",
    className: RIGHT,
    cell: ({ failed, calls }) =>
      failed === 0 ? (
        <span className="text-muted">0</span>
      ) : (
        <>
          {toNumber(failed)} <span className="text-xs text-muted">{toRate(failed, calls)}</span>
        </>
      ),
  },
  { heading: "p50", wide: "md", className: RIGHT, cell: (row) => toMs(row.p50_ms) },
  { heading: "p95", wide: "md", className: RIGHT, cell: (row) => toMs(row.p95_ms) },
];

export function UsageTables({ range }: { range: Range }) {
  const tab = useSearchParams().get("by");
  const { key: by, heading } = TABS.find(({ key }) => key === tab) ?? TABS[0];
  const nameOf = useNameOf(by);
  const usage = useQuery({
    ...query(usageApi.listUsageBy, { query: { range, by, limit: LIMIT } }),
    placeholderData: keepPreviousData,
  });
  const columns = toColumns(by, heading, nameOf, range);
  return (
    <Tabs
      label="Usage by"
      tabs={TABS}
      value={by}
      onChange={(key) => changeSearch({ by: key === "toolkit" ? "" : key })}
    >
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={usage}
          what="usage"
          skeleton={<TableSkeleton columns={columns} rows={5} />}
          isEmpty={({ items }) => items.length === 0}
          empty={<p className="p-4 text-sm text-muted">No calls in this range.</p>}
        >
          {({ items }) => (
            <DataTable caption={`Usage by ${heading}`} columns={columns} rows={items} rowKey={({ key }) => key} />
          )}
        </QueryView>
      </div>
      {(usage.data?.total_items ?? 0) > LIMIT ? (
        <p className="mt-2 text-xs text-muted">
          The first {LIMIT} of {toNumber(usage.data?.total_items ?? 0)}. The export includes up to 1,000.
        </p>
      ) : null}
    </Tabs>
  );
}

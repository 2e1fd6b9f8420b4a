/** The hosts that code tried to reach without permission. */
"use client";
import { ShieldCheck } from "lucide-react";
import { DataTable, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { ResultOf } from "@/lib/contract/client";
import type { workbenchApi } from "@/generated/addresses/workbench";
import { canBeListed, toEntry } from "./hosts";

export type Blocked = ResultOf<typeof workbenchApi.getWorkbenchEgress>["blocked"][number];

export const toBlockedColumns = (add: ((entry: string) => void) | null): readonly Column<Blocked>[] => [
  {
    heading: "Host",
    className: "w-full max-w-0 min-w-40",
    cell: (row) => (
      <span className="block min-w-0">
        <span className="block truncate font-mono text-xs" title={toEntry(row)}>
          {toEntry(row)}
        </span>
        <span className="block text-xs text-muted">{row.reason}</span>
      </span>
    ),
  },
  {
    heading: "Tries",
    className: "text-right tabular-nums",
    cell: ({ tries }) => tries.toLocaleString("en"),
  },
  {
    heading: "Last try",
    wide: "md",
    className: "text-right text-muted",
    cell: ({ last_at: time, session_id: session }) => (
      <Link href={`/sessions/${encodeURIComponent(session)}`} className="hover:underline" title="View session">
        <RelativeTime at={time} />
      </Link>
    ),
  },
  ...(add
    ? [
        {
          heading: "Add",
          hideHeading: true,
          className: "text-right",
          cell: (row: Blocked) =>
            canBeListed(toEntry(row)) ? (
              <Button
                variant="outline"
                aria-label={`Add ${toEntry(row)} to the list`}
                onClick={() => add(toEntry(row))}
              >
                Add
              </Button>
            ) : null,
        },
      ]
    : []),
];

export function BlockedHosts({ rows, add }: { rows: readonly Blocked[]; add: ((entry: string) => void) | null }) {
  if (rows.length === 0)
    return (
      <EmptyState Icon={ShieldCheck} title="Nothing blocked">
        Hosts that code tried to reach but that aren’t on the list appear here, with who tried and how often.
      </EmptyState>
    );
  return <DataTable caption="Blocked hosts" columns={toBlockedColumns(add)} rows={rows} rowKey={toEntry} />;
}

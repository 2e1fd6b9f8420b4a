/** The tools that a project has changed or hidden. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Wrench } from "lucide-react";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { overridesApi } from "@/generated/addresses/catalog/overrides";
import { query, type ResultOf } from "@/lib/contract/client";

type Row = ResultOf<typeof overridesApi.listToolOverrides>["items"][number];

const WORDS: Record<Row["changes"][number], string> = {
  name: "Name",
  description: "Description",
  fixed: "Fixed arguments",
  default: "Defaults",
  values: "Fewer values",
};

const COLUMNS: Column<Row>[] = [
  {
    heading: "Tool",
    className: "w-full max-w-0",
    cell: (row) => (
      <span className="block min-w-0">
        <Link
          href={`/tools/${encodeURIComponent(row.tool_slug)}/change`}
          className="block truncate rounded-sm font-medium underline-offset-4 hover:underline"
        >
          {row.name}
        </Link>
        <span className="block truncate font-mono text-xs text-muted">{row.tool_slug}</span>
      </span>
    ),
  },
  {
    heading: "Changes",
    cell: (row) => (
      <span className="flex max-w-72 flex-wrap gap-1">
        {row.hidden ? <Badge tone="amber">Hidden</Badge> : null}
        {row.toolkit_slug === null ? <Badge tone="red">No longer exists</Badge> : null}
        {row.changes.map((change) => (
          <Badge key={change}>{WORDS[change]}</Badge>
        ))}
      </span>
    ),
  },
  { heading: "When", cell: (row) => <RelativeTime at={row.updated_at} />, wide: "md" },
];

export function ChangedTools() {
  const overrides = useQuery(query(overridesApi.listToolOverrides, {}));
  return (
    <QueryView
      query={overrides}
      what="changed tools"
      skeleton={<TableSkeleton columns={COLUMNS} />}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <EmptyState
          Icon={Wrench}
          title="No changed tools"
          guide="run-tools/changed-tools"
          action={
            <Button asChild variant="outline">
              <Link href="/toolkits">Open the toolkits</Link>
            </Button>
          }
        >
          Open a tool and choose “Change” to rewrite its text, fix arguments or hide it in this project.
        </EmptyState>
      }
    >
      {({ items }) => (
        <div className="overflow-hidden rounded-lg border">
          <DataTable caption="Changed tools" columns={COLUMNS} rows={items} rowKey={({ tool_slug: slug }) => slug} />
        </div>
      )}
    </QueryView>
  );
}

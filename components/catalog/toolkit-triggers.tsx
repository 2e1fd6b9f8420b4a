/** The events that a toolkit reports: its trigger types. */
"use client";
import { ZapOff } from "lucide-react";
import { KindBadge } from "@/components/triggers/kind-badge";
import { newTriggerHref, type ShortType } from "@/components/triggers/trigger-words";
import { useTypes } from "@/components/triggers/use-types";
import { typeHref } from "@/components/events/event-words";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

const COLUMNS: readonly Column<ShortType>[] = [
  {
    heading: "Type",
    className: "w-full max-w-0 min-w-40",
    cell: ({ slug, name, description }) => (
      <>
        <Link href={typeHref(slug)} title={slug} className="block truncate rounded-sm font-medium hover:underline">
          {name}
        </Link>
        <span className="block truncate text-xs text-muted" title={description}>
          {description}
        </span>
      </>
    ),
  },
  { heading: "Kind", wide: "md", cell: ({ type }) => <KindBadge kind={type} /> },
  {
    heading: "Yours",
    wide: "md",
    className: "text-right",
    cell: ({ slug, triggers }) =>
      triggers > 0 ? (
        <Link
          href={`/triggers?type=${encodeURIComponent(slug)}`}
          className="rounded-sm tabular-nums underline underline-offset-4"
        >
          {triggers}
        </Link>
      ) : (
        <span className="text-muted">0</span>
      ),
  },
  {
    heading: "Actions",
    hideHeading: true,
    className: "text-right",
    cell: ({ slug, name }) => (
      <Button asChild variant="outline">
        <Link href={newTriggerHref(slug)} aria-label={`Create trigger: ${name}`}>
          Create
        </Link>
      </Button>
    ),
  },
];

export function ToolkitTriggers({ slug }: { slug: string }) {
  const types = useTypes();
  const filterTypes = (items: readonly ShortType[]) => items.filter(({ toolkit }) => toolkit.slug === slug);
  return (
    <div className="overflow-hidden rounded-lg border">
      <QueryView
        query={types}
        what="its trigger types"
        skeleton={<TableSkeleton columns={COLUMNS} rows={4} />}
        isEmpty={({ items }) => filterTypes(items).length === 0}
        empty={
          <EmptyState Icon={ZapOff} title="No trigger types">
            This toolkit doesn’t send events.
          </EmptyState>
        }
      >
        {({ items }) => (
          <DataTable
            caption="Trigger types"
            columns={COLUMNS}
            rows={filterTypes(items)}
            rowKey={({ slug: key }) => key}
          />
        )}
      </QueryView>
    </div>
  );
}

/** The backups that this server made by its schedule: when, where, how large, and what went wrong. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { DatabaseBackup } from "lucide-react";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { toSize } from "@/components/parts/display/size";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { PageHeader } from "@/components/parts/shell/page-header";
import { useToast } from "@/components/parts/shell/toast";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { backupApi } from "@/generated/addresses/backup";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import { toInterval } from "./to-interval";

type BackupList = ResultOf<typeof backupApi.listBackups>;
type Run = BackupList["items"][number];

/** While a backup is written the page looks for its end. */
const EVERY_MS = 3_000;

function State({ state, verified, removed_at: removedAt }: Run) {
  if (state === "running") return <Badge tone="blue">Running</Badge>;
  if (state === "failed") return <Badge tone="red">Failed</Badge>;
  if (removedAt) return <Badge>Deleted</Badge>;
  return verified ? <Badge tone="green">Verified</Badge> : <Badge tone="amber">Not verified</Badge>;
}

/** The sentence of a problem without the place that it begins with, which has its own column. */
function toReason(error: string, place: string): string {
  const reason = error.startsWith(`${place}: `) ? error.slice(place.length + 2) : error;
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

const COLUMNS: Column<Run>[] = [
  { heading: "Started", cell: (run) => <RelativeTime at={run.started_at} /> },
  {
    heading: "State",
    cell: (run) => (
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <State {...run} />
        {run.error ? (
          <span className="min-w-0 text-xs wrap-anywhere text-muted">{toReason(run.error, run.place)}</span>
        ) : null}
      </span>
    ),
  },
  { heading: "Size", cell: ({ bytes }) => (bytes === null ? "–" : toSize(bytes)), className: "whitespace-nowrap" },
  {
    heading: "Rows",
    cell: ({ rows }) => (rows === null ? "–" : rows.toLocaleString("en")),
    wide: "md",
    className: "tabular-nums",
  },
  {
    heading: "Files",
    cell: ({ files, missing_files: missing }) =>
      files === null ? "–" : `${files.toLocaleString("en")}${missing ? ` (${missing} gone)` : ""}`,
    wide: "md",
    className: "whitespace-nowrap tabular-nums",
  },
  {
    heading: "Place",
    cell: ({ place }) => (
      <code className="block max-w-96 truncate font-mono text-xs text-muted" title={place}>
        {place.slice(place.lastIndexOf("/") + 1)}
      </code>
    ),
    wide: "lg",
  },
];

const describe = ({ schedule }: BackupList): string =>
  schedule
    ? `The whole server is backed up to ${schedule.to} every ${toInterval(schedule.every_seconds)}. ` +
      `The newest ${schedule.keep} backups stay.`
    : "No schedule set.";

export function Backups() {
  const backups = useQuery({
    ...query(backupApi.listBackups, {}),
    refetchInterval: ({ state }) => (state.data?.items.some((run) => run.state === "running") ? EVERY_MS : false),
  });
  return (
    <>
      <PageHeader
        title="Backups"
        description={backups.data ? describe(backups.data) : "Backups of the entire server, for its operator."}
      >
        {backups.data?.schedule ? <BackUpNow /> : null}
      </PageHeader>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={backups}
          what="backups"
          skeleton={<TableSkeleton columns={COLUMNS} rows={3} />}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState Icon={DatabaseBackup} title="No backups yet" guide="operate/backup">
              Set <code>PATCHBAY_BACKUP_TO</code> and <code>PATCHBAY_BACKUP_PASSPHRASE</code> to schedule backups, or
              run <code>patchbay backup</code>.
            </EmptyState>
          }
        >
          {({ items }) => <DataTable caption="Backups" columns={COLUMNS} rows={items} rowKey={({ id }) => id} />}
        </QueryView>
      </div>
    </>
  );
}

function BackUpNow() {
  const toast = useToast();
  const start = useMutation(mutation(backupApi.createBackup, useQueryClient(), { refresh: [backupApi.listBackups] }));
  return (
    <Button
      disabled={start.isPending}
      onClick={() =>
        start.mutate(
          {},
          {
            onSuccess: () => toast("Backup starting"),
            onError: (error) => toast(error.message, { tone: "error" }),
          },
        )
      }
    >
      <DatabaseBackup aria-hidden /> Back up now
    </Button>
  );
}

/**
 * The running sandboxes: project, start time and use of each, with a button to stop it. The operator may see those of
 * all projects.
 */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Box } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { DataTable, TableSkeleton } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { PageHeader } from "@/components/parts/shell/page-header";
import { QueryView } from "@/components/parts/display/query-view";
import { Segmented } from "@/components/parts/forms/segmented";
import { toSize } from "@/components/parts/display/size";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Button } from "@/components/ui/button";
import { Tabs } from "@/components/ui/tabs";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import type { Address, OperationAt } from "@/lib/contract/operation";
import { sandboxesApi } from "@/generated/addresses/notebook/sandboxes";
import { Missing } from "./missing";
import { type SandboxRow, toColumns } from "./sandbox-columns";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then((module) => module.ConfirmDialog),
  { ssr: false },
);

const AllowedHosts = dynamic(() => import("./allowed-hosts").then((module) => module.AllowedHosts));

const EVERY_MS = 5_000;
const SCOPES = [
  { key: "project", label: "This project" },
  { key: "all", label: "All projects" },
] as const;

type Scope = (typeof SCOPES)[number]["key"];
type SandboxPage = ResultOf<typeof sandboxesApi.listSandboxes>;

const TABS = [
  { key: "running", label: "Running" },
  { key: "hosts", label: "Allowed hosts" },
] as const;

export function Sandboxes() {
  const search = useSearchParams();
  const isOperator = useMay("instance:read");
  const scope: Scope = search.get("scope") === "all" && isOperator ? "all" : "project";
  const tab = search.get("tab") === "hosts" ? "hosts" : "running";
  return (
    <>
      <PageHeader
        title="Sandboxes"
        description={
          "Where agents' and notebooks' code runs, one per session. " +
          "Stopping one clears its variables; its files stay."
        }
      >
        {isOperator && tab === "running" ? (
          <Segmented
            label="Whose sandboxes"
            options={SCOPES}
            value={scope}
            onChange={(key) => changeSearch({ scope: key === "all" ? "all" : "" })}
          />
        ) : null}
      </PageHeader>
      <Tabs
        label="Sandboxes"
        tabs={TABS}
        value={tab}
        onChange={(key) => changeSearch({ tab: key === "running" ? "" : key })}
      >
        {tab === "hosts" ? <AllowedHosts /> : <RunningSandboxes key={scope} scope={scope} />}
      </Tabs>
    </>
  );
}

/** An operation for the project, and its variant for the whole server. */
type Either<A extends Address, B extends Address> = Address<OperationAt<A> | OperationAt<B>>;
const { listEverySandbox, listSandboxes, stopEverySandbox, stopSandboxes } = sandboxesApi;
const LIST: Record<Scope, Either<typeof listEverySandbox, typeof listSandboxes>> = {
  all: listEverySandbox,
  project: listSandboxes,
};
const STOP: Record<Scope, Either<typeof stopEverySandbox, typeof stopSandboxes>> = {
  all: stopEverySandbox,
  project: stopSandboxes,
};

function RunningSandboxes({ scope }: { scope: Scope }) {
  const mayStop = useMay(scope === "all" ? "instance:write" : "sessions:write");
  const [stopping, setStopping] = useState<readonly SandboxRow[] | null>(null);
  const sandboxes = useQuery({
    ...query(LIST[scope], {}),
    refetchInterval: EVERY_MS,
  });
  const stop = mayStop ? (row: SandboxRow) => setStopping([row]) : null;
  const columns = toColumns(scope === "all", sandboxes.data?.limits, stop);
  const rows = sandboxes.data?.items ?? [];
  return (
    <>
      <QueryView
        query={sandboxes}
        what="sandboxes"
        skeleton={
          <div className="overflow-hidden rounded-lg border">
            <TableSkeleton columns={columns} rows={3} />
          </div>
        }
      >
        {(data) => (
          <>
            <Limits data={data} />
            <div className="overflow-hidden rounded-lg border">
              {rows.length === 0 ? (
                <EmptyState Icon={Box} title="No running sandboxes" guide="workbench/running-code">
                  A sandbox starts with a notebook’s first cell or an agent’s first code, and stops when idle.
                </EmptyState>
              ) : (
                <DataTable caption="Running sandboxes" columns={columns} rows={rows} rowKey={({ id }) => id} />
              )}
            </div>
          </>
        )}
      </QueryView>
      {mayStop && rows.length > 0 ? (
        <Button variant="outline" className="mt-3 text-danger" onClick={() => setStopping(rows)}>
          Stop all
        </Button>
      ) : null}
      {stopping ? <StopDialog rows={stopping} scope={scope} onClose={() => setStopping(null)} /> : null}
    </>
  );
}

function Limits({ data: { limits, workbench } }: { data: SandboxPage }) {
  if (workbench.status !== "available")
    return (
      <div className="mb-5">
        <Missing reason={workbench.reason} next={workbench.fix} />
      </div>
    );
  const { taken: usedCount, sandboxes, memory_bytes: memory, disk_bytes: disk, seconds, idle_seconds: idle } = limits;
  const { processes } = limits;
  const facts = [
    ["Sandboxes in use", `${usedCount} of ${sandboxes}`],
    ["Memory per sandbox", toSize(memory)],
    ["Disk per sandbox", toSize(disk)],
    ...(processes === null ? [] : [["Processes per sandbox", processes.toLocaleString("en")] as const]),
    ["Max cell time", `${seconds} s`],
    ["Idle timeout", `${Math.round(idle / 60)} min`],
  ] as const;
  return (
    <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border px-4 py-3 sm:grid-cols-3 lg:grid-cols-6">
      {facts.map(([word, value]) => (
        <div key={word} className="min-w-0">
          <dt className="text-xs text-muted">{word}</dt>
          <dd className="text-sm tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type StopDialogProps = { rows: readonly SandboxRow[]; scope: Scope; onClose: () => void };

function StopDialog({ rows, scope, onClose }: StopDialogProps) {
  const refresh = [listSandboxes, listEverySandbox];
  const stop = useMutation(mutation(STOP[scope], useQueryClient(), { refresh }));
  const [only] = rows;
  const running = rows.filter((row) => row.running.length > 0).length;
  const singleRow = rows.length === 1 && only;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={
        singleRow
          ? `Stop the sandbox of ${singleRow.user_id ?? "a deleted session"}?`
          : `Stop ${rows.length} sandboxes?`
      }
      consequence={
        `${running > 0 ? `Code runs in ${singleRow ? "it" : running} and will be interrupted. ` : ""}Variables will be lost; ` +
        "files stay. The session’s next cell starts a new sandbox."
      }
      action={singleRow ? "Stop sandbox" : "Stop all of them"}
      pending={stop.isPending}
      error={stop.error}
      onConfirm={() => stop.mutate({ body: { ids: rows.map(({ id }) => id) } }, { onSuccess: onClose })}
    />
  );
}

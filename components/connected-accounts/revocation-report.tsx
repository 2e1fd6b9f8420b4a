/**
 * The report of a job that takes access back: its progress while it runs, and for each account what the provider
 * answered.
 */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { DataTable, TableSkeleton, type Column } from "@/components/parts/lists/data-table";
import { PageHeader } from "@/components/parts/shell/page-header";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { useToast } from "@/components/parts/shell/toast";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { ToolkitName } from "@/components/parts/display/toolkit-name";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { revocationApi } from "@/generated/addresses/connected-accounts/revocation";
import { call, query } from "@/lib/contract/client";
import { toSummary, toTitle, type RevocationReport as Report } from "./revocation-values";

type Item = Report["accounts"][number];

const EVERY_MS = 2_000;
/** Failed accounts come first; the download has all. */
const ACCOUNT_LIMIT = 200;

function Outcome({ item: { status, revoked_tokens: tokens } }: { item: Item }) {
  if (status === "waiting") return <Badge tone="blue">Waiting</Badge>;
  if (status === "failed") return <Badge tone="red">Not revoked</Badge>;
  return tokens.includes("credential") ? <Badge tone="amber">Deleted here</Badge> : <Badge tone="green">Revoked</Badge>;
}

const COLUMNS: readonly Column<Item>[] = [
  {
    heading: "Account",
    className: "w-full max-w-0 min-w-32",
    cell: ({ account_id: id, alias, user_id: user, toolkit_slug: slug }) => (
      <span className="flex min-w-0 items-center gap-3">
        <ToolkitLogo slug={slug} className="size-7" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium" title={alias ?? user}>
            {alias ?? user}
          </span>
          <span className="block truncate text-xs text-muted">
            <ToolkitName slug={slug} /> · <span className="font-mono">{id}</span>
          </span>
        </span>
      </span>
    ),
  },
  { heading: "Result", cell: (item) => <Outcome item={item} /> },
  {
    heading: "Provider response",
    wide: "md",
    cell: ({ answer }) => (
      <span className="block max-w-md min-w-64 text-sm whitespace-normal text-muted">{answer ?? "–"}</span>
    ),
  },
  {
    heading: "When",
    wide: "lg",
    className: "text-right text-muted",
    cell: ({ finished_at: time }) => (time ? <RelativeTime at={time} /> : "–"),
  },
];

export function RevocationReport({ id }: { id: string }) {
  const report = useQuery({
    ...query(revocationApi.getRevocationReport, { params: { id }, query: { limit: ACCOUNT_LIMIT } }),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? EVERY_MS : false),
  });
  return (
    <QueryView query={report} what="this report" skeleton={<TableSkeleton columns={COLUMNS} rows={4} />}>
      {(revocationReport) => (
        <>
          <PageHeader
            title={toTitle(revocationReport)}
            description={
              <>
                Started <RelativeTime at={revocationReport.created_at} />. These accounts can no longer be used here.
              </>
            }
          >
            <DownloadAll id={id} />
          </PageHeader>
          <Progress report={revocationReport} />
          {revocationReport.accounts.length > 0 ? (
            <div className="overflow-hidden rounded-lg border">
              <DataTable
                caption="Accounts of this report"
                columns={COLUMNS}
                rows={revocationReport.accounts}
                rowKey={({ account_id: account }) => account}
              />
            </div>
          ) : null}
          {revocationReport.next_cursor ? (
            <p className="mt-2 text-sm text-muted">
              The first {ACCOUNT_LIMIT} of {revocationReport.total.toLocaleString("en")} accounts; download the report
              for all of them.
            </p>
          ) : null}
        </>
      )}
    </QueryView>
  );
}

function Progress({ report }: { report: Report }) {
  const { total, waiting } = report;
  const done = total - waiting;
  return (
    <div className="mb-4">
      {total > 0 ? (
        <div
          role="progressbar"
          aria-label="Accounts done"
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={done}
          className="h-1.5 overflow-hidden rounded-full bg-hover"
        >
          <div
            className="h-full rounded-full bg-primary transition-[width] duration-120"
            style={{ width: `${(done / total) * 100}%` }}
          />
        </div>
      ) : null}
      <p role="status" className="mt-2 text-sm text-muted">
        {toSummary(report)}
      </p>
    </div>
  );
}

/** Reads every page first. */
function DownloadAll({ id }: { id: string }) {
  const [reading, setReading] = useState(false);
  const toast = useToast();
  const read = async () => {
    setReading(true);
    try {
      save(await readAll(id));
    } catch (error) {
      toast(error instanceof Error ? error.message : "Couldn’t load the report.", { tone: "error" });
    } finally {
      setReading(false);
    }
  };
  return (
    <Button variant="outline" disabled={reading} onClick={() => void read()}>
      <Download aria-hidden /> {reading ? "Reading the report" : "Download as JSON"}
    </Button>
  );
}

async function readAll(id: string): Promise<Omit<Report, "next_cursor">> {
  const accounts: Item[] = [];
  for (let cursor: string | undefined; ; ) {
    const {
      next_cursor: next,
      accounts: reportAccounts,
      ...job
    } = await call(revocationApi.getRevocationReport, {
      params: { id },
      query: { limit: 1000, ...(cursor && { cursor }) },
    });
    accounts.push(...reportAccounts);
    if (!next) return { ...job, accounts };
    cursor = next;
  }
}

function save(report: Omit<Report, "next_cursor">): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(report, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `revocation-${report.id}.json`;
  link.click();
  URL.revokeObjectURL(url);
}

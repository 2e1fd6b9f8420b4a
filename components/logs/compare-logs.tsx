/** Two executions of one tool next to each other; the URL holds both ids. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { GitCompare } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { toClock, useTimes } from "@/components/parts/display/clock";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { Field } from "@/components/parts/forms/field";
import type { Times } from "@/components/parts/shell/preferences";
import { QueryView } from "@/components/parts/display/query-view";
import { ToolName } from "@/components/parts/display/tool-name";
import { StatusBadge } from "@/components/parts/display/status-badge";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { query, type ResultOf } from "@/lib/contract/client";
import { logsApi } from "@/generated/addresses/logs";
import { DifferenceTable } from "./difference-table";
import { toDifferences } from "./differences";
import { toAccountRule, toDuration, toLogFields, type LogRow } from "./log-fields";
import { LogTimings } from "./log-timings";

type Log = ResultOf<typeof logsApi.getToolLog>;

const RUNS = 50;

const Shape = () => (
  <div className="grid gap-4 lg:grid-cols-2">
    <Skeleton className="h-40" />
    <Skeleton className="h-40" />
    <Skeleton className="h-64 lg:col-span-2" />
  </div>
);

export function CompareLogs() {
  const search = useSearchParams();
  const [firstId, two] = [search.get("a") ?? "", search.get("b") ?? ""];
  const first = useQuery({ ...query(logsApi.getToolLog, { params: { id: firstId } }), enabled: firstId !== "" });
  if (firstId === "") {
    return (
      <div className="rounded-lg border">
        <EmptyState
          Icon={GitCompare}
          title="Select a run first"
          action={
            <Button asChild variant="outline">
              <Link href="/logs/tools">Open the tool logs</Link>
            </Button>
          }
        >
          Open a log and choose Compare.
        </EmptyState>
      </div>
    );
  }
  return (
    <QueryView query={first} what="the first run" skeleton={<Shape />}>
      {(log) => <Comparison first={log} two={two} />}
    </QueryView>
  );
}

/** The first run is known; the user chooses the second from the tool's latest runs. */
function Comparison({ first, two }: { first: Log; two: string }) {
  const { tool, toolkit } = toLogFields(first);
  const runs = useQuery(
    query(logsApi.listToolLogs, {
      body: { limit: RUNS, filters: [{ field: "tool_slug", operator: "==", value: tool }] },
    }),
  );
  const second = useQuery({ ...query(logsApi.getToolLog, { params: { id: two } }), enabled: two !== "" });
  const recentRuns = runs.data?.logs ?? [];
  return (
    <div className="space-y-6">
      <p className="@container text-sm wrap-anywhere">
        <ToolName slug={tool} toolkit={toolkit} />
      </p>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <RunCard
          label="First run"
          id={first.id}
          other={two}
          log={first}
          runs={recentRuns}
          onChoose={(a) => changeSearch({ a }, "filter")}
        />
        <RunCard
          label="Second run"
          id={two}
          other={first.id}
          log={second.data}
          runs={recentRuns}
          onChoose={(b) => changeSearch({ b }, "filter")}
        />
      </div>
      {two === "" ? null : (
        <QueryView query={second} what="the second run" skeleton={<Skeleton className="h-64" />}>
          {(log) => <Differences first={first} second={log} />}
        </QueryView>
      )}
    </div>
  );
}

/** Enough characters of an error to distinguish it in a list. */
const REASON = 60;

function toReason({ status, message }: LogRow): string {
  if (status === "success") return "succeeded";
  const [line = ""] = (message ?? "").split("\n", 1);
  return line === "" ? "failed" : `failed: ${line.length > REASON ? `${line.slice(0, REASON)}…` : line}`;
}

const toWords = (log: LogRow, times: Times): string => {
  const { userId, durationMs } = toLogFields(log);
  return [
    toClock(log.timestamp, times),
    userId,
    durationMs === undefined ? undefined : toDuration(durationMs),
    toReason(log),
  ]
    .filter(Boolean)
    .join(", ");
};

type RunCardProps = {
  label: string;
  id: string;
  /** The run to compare with. A run is not compared with itself. */
  other: string;
  log: Log | undefined;
  runs: readonly LogRow[];
  onChoose: (id: string) => void;
};

function RunCard({ label, id, other, log, runs, onChoose }: RunCardProps) {
  const times = useTimes();
  const all = log && !runs.some((run) => run.id === log.id) ? [log, ...runs] : runs;
  const choices = all.filter((run) => run.id !== other || run.id === id);
  return (
    <section aria-label={label} className="min-w-0 space-y-4 rounded-lg border p-4">
      <Field label={label}>
        {(wiring) => (
          <Select {...wiring} value={id} onChange={(event) => onChoose(event.currentTarget.value)}>
            {id === "" ? <option value="">Choose a run</option> : null}
            {id !== "" && !choices.some((run) => run.id === id) ? <option value={id}>{id}</option> : null}
            {choices.map((run) => (
              <option key={run.id} value={run.id}>
                {toWords(run, times)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {log ? <RunFacts log={log} /> : null}
    </section>
  );
}

function RunFacts({ log }: { log: Log }) {
  const { accountId, version } = toLogFields(log);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <StatusBadge status={log.status === "success" ? "SUCCESS" : "FAILED"} />
        {version ? <code className="font-mono">{version}</code> : null}
        {accountId ? <code className="font-mono wrap-anywhere">{accountId}</code> : null}
        <Link
          href={`/logs/tools?open=${encodeURIComponent(log.id)}`}
          className="ml-auto rounded-sm underline-offset-4 hover:text-ink hover:underline"
        >
          Open the log
        </Link>
      </div>
      {log.message ? <p className="text-sm break-words text-red">{log.message}</p> : null}
      <LogTimings metrics={log.metrics} />
    </>
  );
}

type Payload = { request?: { arguments?: unknown; http?: unknown }; response?: { status?: unknown; data?: unknown } };

const toSummary = (log: Log) => {
  const { userId, accountId, authConfigId, version } = toLogFields(log);
  return {
    status: log.status,
    error: log.message,
    version,
    user: userId,
    account: accountId,
    account_rule: toAccountRule(log.data.account),
    auth_config: authConfigId,
    provider_status: (log.data as Payload).response?.status,
  };
};

function Differences({ first, second }: { first: Log; second: Log }) {
  const [all, setAll] = useState(false);
  const [firstPayload, two] = [first.data as Payload, second.data as Payload];
  const parts = [
    { title: "Run", ...toDifferences(toSummary(first), toSummary(second)) },
    { title: "Arguments", ...toDifferences(firstPayload.request?.arguments, two.request?.arguments) },
    { title: "Request to the provider", ...toDifferences(firstPayload.request?.http, two.request?.http) },
    { title: "Response", ...toDifferences(firstPayload.response?.data, two.response?.data) },
    { title: "Timings in milliseconds", ...toDifferences(first.metrics, second.metrics) },
  ];
  return (
    <div className="space-y-6">
      <Switch label="Also show identical values" checked={all} onChange={setAll} />
      {parts.map((part) => (
        <DifferenceTable key={part.title} {...part} all={all} />
      ))}
    </div>
  );
}

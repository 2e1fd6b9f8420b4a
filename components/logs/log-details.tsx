/** What the log has of one execution: who, with which account, what was sent, what came back, and where the time went. */
"use client";
import { JsonView } from "@/components/parts/json-view";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import type { ResultOf } from "@/lib/contract/client";
import type { logsApi } from "@/generated/addresses/logs";
import { LogFacts } from "./log-facts";
import { LogTimings } from "./log-timings";

type Log = ResultOf<typeof logsApi.getToolLog>;

export const LogShape = () => (
  <div className="space-y-4">
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} className="w-64" />
    ))}
    <Skeleton className="h-40" />
    <Skeleton className="h-40" />
  </div>
);

const has = (value: unknown): boolean => value !== undefined && value !== null;

export function LogDetails({ log }: { log: Log }) {
  const { request, response, account: _account, approval: _approval, error, ...rest } = log.data;
  const reason = log.message ?? (typeof error === "string" ? error : "The provider gave no reason.");
  return (
    <div className="space-y-5">
      {log.status === "failed" ? (
        <Alert tone="error" title="The tool failed">
          {reason}
        </Alert>
      ) : null}
      <LogFacts log={log} />
      <LogTimings metrics={log.metrics} />
      {has(request) ? <JsonView label="Request" value={request} /> : null}
      {has(response) ? <JsonView label="Response" value={response} /> : null}
      {Object.keys(rest).length > 0 ? <JsonView label="More" value={rest} /> : null}
      {has(request) || has(response) ? null : (
        <p className="text-sm text-muted">This project does not keep requests and responses.</p>
      )}
    </div>
  );
}

/** The log of an execution: the request and the response first, the facts next to them, or below them on a phone. */
"use client";
import { OfferConnection } from "@/components/execution/offer-connection";
import { toFailureWords, toNoted, type FailureWords } from "@/components/parts/display/failure-words";
import { JsonView } from "@/components/parts/display/json-view";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { BesideFacts } from "@/components/parts/lists/beside-facts";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import type { ResultOf } from "@/lib/contract/client";
import type { logsApi } from "@/generated/addresses/logs";
import { LogFacts, LogOutcome } from "./log-facts";
import { LogWaterfall } from "./log-waterfall";

type Log = ResultOf<typeof logsApi.getToolLog>;

export const LogShape = () => (
  <div className="space-y-4">
    <Skeleton className="w-64" />
    <Skeleton className="h-40" />
    <Skeleton className="h-40" />
  </div>
);

/** A call that never ran has an empty response. */
const has = (value: unknown): boolean =>
  value !== undefined && value !== null && !(typeof value === "object" && Object.keys(value).length === 0);

/** The data that the provider returned, or this server in its place. */
const dataOf = (response: unknown): unknown =>
  typeof response === "object" && response !== null && "data" in response ? response.data : response;

/** The failure of a run; null for a successful run. */
function useFailure({ status, message, metadata, data: { error } }: Log): FailureWords | null {
  const nameOf = useToolkitNames();
  if (status !== "failed") return null;
  // Codes of more than three digits are this server's own: it sent no request to a provider.
  const isRefusal = /^\d{4,}$/.test(String(metadata.error_code ?? ""));
  return toFailureWords({ error: message ?? (typeof error === "string" ? error : null), isRefusal, nameOf });
}

export function LogDetails({ log }: { log: Log }) {
  const { request, response, account: _account, approval: _approval, error: _error, ...rest } = log.data;
  const failed = useFailure(log);
  return (
    <BesideFacts facts={<LogFacts log={log} />}>
      <LogOutcome log={log} />
      {failed ? (
        <>
          <Alert tone="error" title={failed.title}>
            {failed.text}
          </Alert>
          {failed.missing ? <OfferConnection {...failed.missing} /> : null}
        </>
      ) : null}
      {has(request) ? <JsonView label="Request" value={request} /> : null}
      {has(response) ? (
        failed?.isSilent ? (
          <JsonView label="Notes from Patchbay" value={toNoted(dataOf(response))} />
        ) : (
          <JsonView label="Response" value={response} />
        )
      ) : null}
      {Object.keys(rest).length > 0 ? <JsonView label="More" value={rest} /> : null}
      {has(request) || has(response) ? null : (
        <p className="text-sm text-muted">This project doesn’t store requests and responses.</p>
      )}
      <LogWaterfall log={log} />
    </BesideFacts>
  );
}

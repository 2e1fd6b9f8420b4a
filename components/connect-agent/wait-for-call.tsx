/** "Waiting for the first call", until it is there: then what was called, from where, and a link to its log. */
"use client";
import { CircleCheck } from "lucide-react";
import { toLogFields, toLogTitle } from "@/components/logs/log-fields";
import { Link } from "@/components/ui/link";
import { useFirstCall, type FirstCall } from "./use-first-call";

type WaitForCallProps = { filters?: Parameters<typeof useFirstCall>[0] };

/** Its height is the same before and after the call, so that nothing moves. */
export function WaitForCall({ filters }: WaitForCallProps) {
  const { call, listens } = useFirstCall(filters);
  return (
    <div className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border bg-surface px-3 py-2 text-sm">
      <div role="status" className="flex min-w-0 flex-1 basis-64 items-center gap-2">
        {call ? (
          <>
            <CircleCheck aria-hidden className="size-4 shrink-0 text-green" />
            <Received call={call} />
          </>
        ) : listens ? (
          <>
            <span aria-hidden className="mx-1 size-2 shrink-0 animate-pulse rounded-full bg-signal" />
            Waiting for the first call…
          </>
        ) : (
          <span className="text-muted">Your role can’t see logs, so calls won’t appear here.</span>
        )}
      </div>
      {call ? (
        <Link
          href={`/logs/tools?open=${encodeURIComponent(call.row.id)}`}
          className="rounded-sm font-medium underline underline-offset-4 hover:text-muted"
        >
          View log
        </Link>
      ) : null}
    </div>
  );
}

function Received({ call: { row, from } }: { call: FirstCall }) {
  const { tool } = toLogFields(row);
  return (
    <span className="min-w-0 wrap-anywhere">
      <strong className="font-medium">
        {row.status === "success" ? "First call received" : "First call received, but it failed"}
      </strong>
      : <span title={tool}>{toLogTitle(row)}</span>
      {from ? <span className="text-muted"> from {from}</span> : null}
    </span>
  );
}

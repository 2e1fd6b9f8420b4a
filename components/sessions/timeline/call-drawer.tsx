/** A full call of a session, from the log. */
"use client";
import { toTokenWords } from "@/components/parts/display/tokens";
import { useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { CopyLog } from "@/components/logs/copy-log";
import { LogDetails, LogShape } from "@/components/logs/log-details";
import { toLogTitle } from "@/components/logs/log-fields";
import { QueryView } from "@/components/parts/display/query-view";
import { RowDrawer, type InList } from "@/components/parts/lists/row-drawer";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { query } from "@/lib/contract/client";
import { logsApi } from "@/generated/addresses/logs";
import { RunAgain } from "./run-again";
import type { SessionCall } from "./timeline-entry";

type CallDrawerProps = InList & {
  sessionId: string;
  /** The list's data about the call; absent for a call on a page that is not loaded. */
  call: SessionCall | SessionCall["calls"][number] | undefined;
};

/** Open while it is rendered. */
export function CallDrawer({ id, sessionId, call, ...list }: CallDrawerProps) {
  const log = useQuery(query(logsApi.getToolLog, { params: { id } }));
  return (
    <RowDrawer
      title={log.data ? toLogTitle(log.data) : "Call"}
      what="call"
      id={id}
      {...list}
      actions={
        <span className="ml-auto flex flex-wrap items-center gap-1">
          {log.data ? <CopyLog log={log.data} /> : null}
          <Button asChild variant="outline">
            <Link href={`/logs/tools?open=${encodeURIComponent(id)}`}>
              <ScrollText aria-hidden /> Open the log
            </Link>
          </Button>
          {call && call.not_again === null ? <RunAgain sessionId={sessionId} call={call} /> : null}
        </span>
      }
    >
      {call ? <Tokens call={call} /> : null}
      <QueryView query={log} what="this call" skeleton={<LogShape />}>
        {(log) => <LogDetails log={log} />}
      </QueryView>
    </RowDrawer>
  );
}

function Tokens({ call }: { call: NonNullable<CallDrawerProps["call"]> }) {
  const { arguments: args, result } = call.about_tokens;
  if (args === null && result === null && call.not_again === null) return null;
  return (
    <div className="mb-4 space-y-1 text-sm text-muted">
      {args === null && result === null ? null : (
        <p>
          About <span className="font-mono text-xs text-ink tabular-nums">{toTokenWords(args ?? 0)}</span> tokens of
          arguments, <span className="font-mono text-xs text-ink tabular-nums">{toTokenWords(result ?? 0)}</span> of its
          result.
        </p>
      )}
      {call.not_again === null ? null : <p>It can’t be re-run as is. {call.not_again}</p>}
    </div>
  );
}

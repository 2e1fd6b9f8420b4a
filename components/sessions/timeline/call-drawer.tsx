/** A full call of a session, from the log; arrow keys move among the calls of the list in the background. */
"use client";
import { toTokenWords } from "@/components/parts/display/tokens";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, ScrollText } from "lucide-react";
import { useEffect } from "react";
import { LogDetails, LogShape } from "@/components/logs/log-details";
import { toLogFields } from "@/components/logs/log-fields";
import { QueryView } from "@/components/parts/display/query-view";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Sheet } from "@/components/ui/sheet";
import { query } from "@/lib/contract/client";
import { logsApi } from "@/generated/addresses/logs";
import { RunAgain } from "./run-again";
import type { SessionCall } from "./timeline-entry";

type CallDrawerProps = {
  id: string;
  sessionId: string;
  /** The list's data about the call; absent for a call on a page that is not loaded. */
  call: SessionCall | SessionCall["calls"][number] | undefined;
  ids: readonly string[];
  onMove: (id: string) => void;
  onClose: () => void;
};

/** Open while it is rendered. */
export function CallDrawer({ id, sessionId, call, ids, onMove, onClose }: CallDrawerProps) {
  const index = ids.indexOf(id);
  const before = index > 0 ? ids[index - 1] : undefined;
  const after = index >= 0 ? ids[index + 1] : undefined;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const next = { ArrowUp: before, ArrowDown: after }[event.key];
      // a tree that scrolls keeps its arrow keys
      if (!next || (event.target instanceof Element && event.target.closest("[role=group]"))) return;
      event.preventDefault();
      onMove(next);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [before, after, onMove]);
  const log = useQuery(query(logsApi.getToolLog, { params: { id } }));
  return (
    <Sheet onClose={onClose} side="right" title={log.data ? toLogFields(log.data).tool : "Call"}>
      <div className="flex h-11 shrink-0 items-center gap-1 border-b px-4">
        <Step label="Call above" onClick={before ? () => onMove(before) : undefined} Icon={ChevronUp} />
        <Step label="Call below" onClick={after ? () => onMove(after) : undefined} Icon={ChevronDown} />
        <Button asChild variant="outline" className="ml-auto">
          <Link href={`/logs/tools?open=${encodeURIComponent(id)}`}>
            <ScrollText aria-hidden /> Open the log
          </Link>
        </Button>
        {call && call.not_again === null ? <RunAgain sessionId={sessionId} call={call} /> : null}
      </div>
      <div className="flex-1 overflow-y-auto p-5">
        {call ? <Tokens call={call} /> : null}
        <QueryView query={log} what="this call" skeleton={<LogShape />}>
          {(log) => <LogDetails log={log} />}
        </QueryView>
      </div>
    </Sheet>
  );
}

type StepProps = { label: string; onClick: (() => void) | undefined; Icon: typeof ChevronUp };

const Step = ({ label, onClick, Icon }: StepProps) => (
  <Button variant="ghost" size="icon" aria-label={label} title={label} aria-disabled={!onClick} onClick={onClick}>
    <Icon aria-hidden />
  </Button>
);

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

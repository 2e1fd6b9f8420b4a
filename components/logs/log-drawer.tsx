/** One execution in full: who, with which account, what was sent, what came back, and where the time went. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, GitCompare, Play } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { CopyableId } from "@/components/parts/copyable-id";
import { JsonView } from "@/components/parts/json-view";
import { QueryView } from "@/components/parts/query-view";
import { RelativeTime } from "@/components/parts/relative-time";
import { StatusBadge } from "@/components/parts/status-badge";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { query, type ResultOf } from "@/lib/contract/client";
import { logsApi } from "@/lib/logs/contract";
import { rerunHref, toAccountRule, toDuration, toLogFields } from "./log-fields";
import { LogTimings } from "./log-timings";

type Log = ResultOf<typeof logsApi.getToolLog>;

type LogDrawerProps = {
  id: string;
  /** The rows of the list behind, newest first; arrow keys move among them. */
  ids: readonly string[];
  onMove: (id: string) => void;
  onClose: () => void;
};

/** Open as long as it is drawn. */
export function LogDrawer({ id, ids, onMove, onClose }: LogDrawerProps) {
  const at = ids.indexOf(id);
  const newer = at > 0 ? ids[at - 1] : undefined;
  const older = at >= 0 ? ids[at + 1] : undefined;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const next = { ArrowUp: newer, ArrowDown: older }[event.key];
      // a tree that scrolls keeps its arrow keys
      if (!next || (event.target instanceof Element && event.target.closest("[role=group]"))) return;
      event.preventDefault();
      onMove(next);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [newer, older, onMove]);
  const log = useQuery(query(logsApi.getToolLog, { params: { id } }));
  const again = log.data && rerunHref(log.data);
  return (
    <Sheet onClose={onClose} side="right" title={log.data ? toLogFields(log.data).tool : "Tool log"}>
      <div className="flex h-11 shrink-0 items-center gap-1 border-b px-4">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Newer log"
          title="Newer (arrow up)"
          aria-disabled={!newer}
          onClick={() => newer && onMove(newer)}
        >
          <ChevronUp aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Older log"
          title="Older (arrow down)"
          aria-disabled={!older}
          onClick={() => older && onMove(older)}
        >
          <ChevronDown aria-hidden />
        </Button>
        {log.data ? (
          <Button asChild variant="outline" className="ml-auto">
            <Link href={`/logs/tools/compare?a=${encodeURIComponent(id)}`}>
              <GitCompare aria-hidden /> Compare with…
            </Link>
          </Button>
        ) : null}
        {again ? (
          <Button asChild variant="outline">
            <Link href={again}>
              <Play aria-hidden /> Run again
            </Link>
          </Button>
        ) : null}
      </div>
      <div className="flex-1 overflow-y-auto p-5">
        <QueryView query={log} what="this log" skeleton={<Shape />}>
          {(found) => <Details log={found} />}
        </QueryView>
      </div>
    </Sheet>
  );
}

const Shape = () => (
  <div className="space-y-4">
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} className="w-64" />
    ))}
    <Skeleton className="h-40" />
    <Skeleton className="h-40" />
  </div>
);

const has = (value: unknown): boolean => value !== undefined && value !== null;

function Details({ log }: { log: Log }) {
  const { request, response, account, error, ...rest } = log.data;
  const reason = log.message ?? (typeof error === "string" ? error : "The provider gave no reason.");
  return (
    <div className="space-y-5">
      {log.status === "failed" ? (
        <Alert tone="error" title="The tool failed">
          {reason}
        </Alert>
      ) : null}
      <Facts log={log} />
      {has(account) ? <JsonView label="Account and why it was chosen" value={account} /> : null}
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

function Facts({ log }: { log: Log }) {
  const { toolkit, version, userId, accountId, authConfigId, durationMs } = toLogFields(log);
  const { source, context, parent } = log;
  const from = [
    source.sdk ? `SDK ${String(source.sdk)}` : "",
    source.framework,
    source.language,
    source.runtime,
    source.host,
  ]
    .filter(Boolean)
    .join(", ");
  const id = (value: string | undefined, what: string) => (value ? <CopyableId id={value} what={what} /> : null);
  return (
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] items-center gap-y-1 text-sm">
      <Fact name="Status">
        <StatusBadge status={log.status === "success" ? "SUCCESS" : "FAILED"} />
      </Fact>
      <Fact name="When">
        <RelativeTime at={log.timestamp} />
      </Fact>
      <Fact name="Duration">
        {durationMs === undefined ? null : <span className="font-mono text-xs">{toDuration(durationMs)}</span>}
      </Fact>
      <Fact name="Toolkit">
        {toolkit ? (
          <code className="font-mono text-xs">
            {toolkit}
            {version ? ` ${version}` : ""}
          </code>
        ) : null}
      </Fact>
      <Fact name="User">{id(userId, "user id")}</Fact>
      <Fact name="Account">{id(accountId, "account id")}</Fact>
      <Fact name="Chosen because">{toAccountRule(log.data.account) ?? null}</Fact>
      <Fact name="Auth config">{id(authConfigId, "auth config id")}</Fact>
      <Fact name="Session">{id(context.session_id, "session id")}</Fact>
      <Fact name="Part of">
        {parent ? (
          <Link
            href={`/logs/tools?open=${encodeURIComponent(parent.log_id)}`}
            className="truncate font-mono text-xs underline-offset-4 hover:underline"
          >
            {parent.tool_slug || parent.log_id}
          </Link>
        ) : null}
      </Fact>
      <Fact name="Log id">{id(log.id, "log id")}</Fact>
      <Fact name="Request id">{id(context.request_id, "request id")}</Fact>
      <Fact name="Called from">{from || null}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null) return null;
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-h-7 min-w-0 items-center">{children}</dd>
    </>
  );
}

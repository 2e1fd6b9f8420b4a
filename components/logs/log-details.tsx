/** What the log has of one execution: who, with which account, what was sent, what came back, and where the time went. */
"use client";
import type { ReactNode } from "react";
import { CopyableId } from "@/components/parts/copyable-id";
import { CopyButton } from "@/components/parts/copy-button";
import { JsonView } from "@/components/parts/json-view";
import { ClockTime, RelativeTime } from "@/components/parts/relative-time";
import { StatusBadge } from "@/components/parts/status-badge";
import { Alert } from "@/components/ui/alert";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { ResultOf } from "@/lib/contract/client";
import type { logsApi } from "@/lib/logs/contract";
import { toAccountRule, toAuthScheme, toDuration, toLogFields } from "./log-fields";
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
  const { request, response, account: _told, error, ...rest } = log.data;
  const reason = log.message ?? (typeof error === "string" ? error : "The provider gave no reason.");
  return (
    <div className="space-y-5">
      {log.status === "failed" ? (
        <Alert tone="error" title="The tool failed">
          {reason}
        </Alert>
      ) : null}
      <Facts log={log} />
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
  const { tool, toolkit, version, userId, accountId, authConfigId, durationMs } = toLogFields(log);
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
        <span className="inline-flex items-baseline gap-2">
          <ClockTime at={log.timestamp} /> <RelativeTime at={log.timestamp} />
        </span>
      </Fact>
      <Fact name="Duration">
        {durationMs === undefined ? null : <span className="font-mono text-xs">{toDuration(durationMs)}</span>}
      </Fact>
      <Fact name="Tool">
        {toolkit && log.type === "tool_execution" ? (
          <LinkedId id={tool} what="tool slug" href={`/tools/${encodeURIComponent(tool)}`} />
        ) : null}
      </Fact>
      <Fact name="Toolkit">
        {toolkit ? (
          <span className="flex min-w-0 items-center gap-2">
            <LinkedId id={toolkit} what="toolkit slug" href={`/toolkits/${encodeURIComponent(toolkit)}`} />
            {version ? <code className="font-mono text-xs">{version}</code> : null}
          </span>
        ) : null}
      </Fact>
      <Fact name="User">{linked(userId, "user id", "/users")}</Fact>
      <Fact name="Account">{linked(accountId, "account id", "/connected-accounts")}</Fact>
      <Fact name="Chosen because">{toAccountRule(log.data.account) ?? null}</Fact>
      <Fact name="Auth scheme">{toAuthScheme(log.data.account) ?? null}</Fact>
      <Fact name="Auth config">{linked(authConfigId, "auth config id", "/auth-configs")}</Fact>
      <Fact name="Session">{linked(context.session_id, "session id", "/sessions")}</Fact>
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

/** It may lead to what is gone: the log keeps ids longer than what they name. */
const LinkedId = ({ id, what, href }: { id: string; what: string; href: string }) => (
  <span className="flex min-w-0 items-center gap-1">
    <Link href={href} title={id} className="truncate font-mono text-xs underline-offset-4 hover:underline">
      {id}
    </Link>
    <CopyButton text={id} what={what} />
  </span>
);

/** The page of an id below `place`; nothing where the log has none. */
const linked = (id: string | undefined, what: string, place: string) =>
  id ? <LinkedId id={id} what={what} href={`${place}/${encodeURIComponent(id)}`} /> : null;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null) return null;
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-h-7 min-w-0 items-center">{children}</dd>
    </>
  );
}

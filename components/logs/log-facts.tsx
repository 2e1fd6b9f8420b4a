/** The facts of an execution, with links to the objects they name. */
"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useKeyNames } from "@/components/access/keys/use-key-names";
import { CopyableAccount } from "@/components/connected-accounts/account-link";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { DefinitionList, type Definition } from "@/components/parts/display/definition-list";
import { LinkedId } from "@/components/parts/display/linked-id";
import { ClockTime, RelativeTime } from "@/components/parts/display/relative-time";
import { StatusBadge } from "@/components/parts/display/status-badge";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { ToolkitName } from "@/components/parts/display/toolkit-name";
import { Link } from "@/components/ui/link";
import { query, type ResultOf } from "@/lib/contract/client";
import type { logsApi } from "@/generated/addresses/logs";
import { mcpApi } from "@/generated/addresses/mcp";
import { toCalledFrom } from "./called-from";
import { codeTitle, codeWords } from "./code-words";
import { toAccountRule, toApproval, toAuthScheme, toDuration, toErrorCode, toLogFields } from "./log-fields";
import type { FilterName } from "./log-filters";
import { toSizeWords } from "./to-size-words";

type Log = ResultOf<typeof logsApi.getToolLog>;

const pathOf = (place: string, id: string): string => `${place}/${encodeURIComponent(id)}`;
const logHref = (id: string): string => `/logs/tools?open=${encodeURIComponent(id)}`;
/** The URL of the log with one filter. */
const logsWith = (name: FilterName, value: string): string => `/logs/tools?${new URLSearchParams({ [name]: value })}`;

const textLink = (href: string, words: ReactNode, title?: string) => (
  <Link href={href} title={title} className="min-w-0 truncate rounded-sm underline underline-offset-2">
    {words}
  </Link>
);

/** By its name, as far as it is still there. */
function McpServer({ id }: { id: string }) {
  const server = useQuery({ ...query(mcpApi.getMcpServer, { params: { id } }), staleTime: 60_000, retry: false });
  return textLink(pathOf("/mcp", id), server.data?.name ?? id, id);
}

/** The name of an API key with a link to its calls; its id for members who may not read keys. */
function ApiKey({ id }: { id: string }) {
  return textLink(logsWith("key", id), useKeyNames().get(id) ?? id, id);
}

/** A link to the page of an id below `place`; null if the log has no id. */
const linked = (id: string | undefined, what: string, place: string) =>
  id ? <LinkedId id={id} what={what} href={pathOf(place, id)} /> : null;

function outcomeOf(log: Log): Definition[] {
  const code = toErrorCode(log);
  return [
    {
      name: "Error code",
      value: code ? (
        <span className="flex flex-wrap items-center gap-x-2" title={codeTitle(code)}>
          <LinkedId id={code} what="error code" href={logsWith("code", code)} />
          <span className="text-xs text-muted">{codeWords(code)}</span>
        </span>
      ) : null,
    },
    {
      name: "When",
      value: (
        <span className="inline-flex flex-wrap items-baseline gap-x-2">
          <ClockTime at={log.timestamp} /> <RelativeTime at={log.timestamp} />
        </span>
      ),
    },
  ];
}

/** The outcome in one line, which comes before everything else. */
export function LogOutcome({ log }: { log: Log }) {
  const { durationMs, cacheAgeMs, ...sizes } = toLogFields(log);
  const size = toSizeWords(sizes);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <StatusBadge status={log.status === "success" ? "SUCCESS" : "FAILED"} detail={toErrorCode(log)} />
      {durationMs === undefined ? null : (
        <span className="font-mono text-xs tabular-nums">{toDuration(durationMs)}</span>
      )}
      {size ? <span className="font-mono text-xs tabular-nums">{size}</span> : null}
      {cacheAgeMs === undefined ? null : (
        <span title="The tool did not run: a stored response was returned">
          from the cache, {toDuration(cacheAgeMs)} old
        </span>
      )}
      <RelativeTime at={log.timestamp} />
    </p>
  );
}

function calledOf(log: Log): Definition[] {
  const { tool, calledAs, toolkit, version, userId, accountId, authConfigId } = toLogFields(log);
  const isTool = toolkit !== "" && log.type === "tool_execution";
  return [
    { name: "Tool", value: isTool ? linked(tool, "tool slug", "/tools") : null },
    { name: "Called as", value: linked(calledAs, "called name", "/tools") },
    {
      name: "Toolkit",
      value: toolkit ? (
        <span className="flex min-w-0 items-center gap-2">
          <ToolkitLogo slug={toolkit} />
          {textLink(pathOf("/toolkits", toolkit), <ToolkitName slug={toolkit} />, toolkit)}
        </span>
      ) : null,
    },
    { name: "Version", value: version ? <code className="font-mono text-xs">{version}</code> : null },
    { name: "User", value: linked(userId, "user ID", "/users") },
    { name: "Account", value: accountId ? <CopyableAccount id={accountId} /> : null },
    { name: "Selected", value: toAccountRule(log.data.account) },
    { name: "Auth scheme", value: toAuthScheme(log.data.account) },
    { name: "Auth config", value: linked(authConfigId, "auth config ID", "/auth-configs") },
  ];
}

function callerOf(log: Log): Definition[] {
  const { source, context, parent } = log;
  const from = toCalledFrom(source);
  const { mcpServerId: server, apiKeyId: key } = toLogFields(log);
  const approval = toApproval(log.data.approval);
  const { request_id: request, caller_request_id: callerId } = context;
  return [
    { name: "Session", value: linked(context.session_id, "session ID", "/sessions") },
    { name: "MCP server", value: server ? <McpServer id={server} /> : null },
    { name: "API key", value: key ? <ApiKey id={key} /> : null },
    { name: "Allowed by", value: approval ? textLink(pathOf("/approvals", approval.id), approval.by) : null },
    { name: "Part of", value: parent ? textLink(logHref(parent.log_id), parent.tool_slug || parent.log_id) : null },
    { name: "Log ID", value: <CopyableId id={log.id} what="log ID" /> },
    {
      name: "Request ID",
      value: request ? <LinkedId id={request} what="request ID" href={logsWith("request", request)} /> : null,
    },
    { name: "Caller’s request ID", value: callerId ? <CopyableId id={callerId} what="caller’s request ID" /> : null },
    { name: "Called from", value: from.words ? <span title={from.raw}>{from.words}</span> : null },
  ];
}

export const LogFacts = ({ log }: { log: Log }) => (
  <DefinitionList narrow entries={[...outcomeOf(log), ...calledOf(log), ...callerOf(log)]} />
);

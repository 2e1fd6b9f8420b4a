/** The facts of one execution, each with the way to what it names. */
"use client";
import { DefinitionList, type Definition } from "@/components/parts/definition-list";
import { LinkedId } from "@/components/parts/linked-id";
import { ClockTime, RelativeTime } from "@/components/parts/relative-time";
import { Link } from "@/components/ui/link";
import type { ResultOf } from "@/lib/contract/client";
import type { logsApi } from "@/generated/addresses/logs";
import { LogStatus } from "./log-columns";
import { toAccountRule, toApproval, toAuthScheme, toDuration, toErrorCode, toLogFields } from "./log-fields";
import type { FilterName } from "./log-filters";

type Log = ResultOf<typeof logsApi.getToolLog>;

/** How the user agent of each browser begins; the rest of it is noise. */
const BROWSER = "Mozilla/";

const pathOf = (place: string, id: string): string => `${place}/${encodeURIComponent(id)}`;
const logHref = (id: string): string => `/logs/tools?open=${encodeURIComponent(id)}`;
/** The log with one filter. */
const logsWith = (name: FilterName, value: string): string => `/logs/tools?${new URLSearchParams({ [name]: value })}`;

/** The page of an id below `place`; nothing where the log has none. */
const linked = (id: string | undefined, what: string, place: string) =>
  id ? <LinkedId id={id} what={what} href={pathOf(place, id)} /> : null;

function outcomeOf(log: Log): Definition[] {
  const { durationMs } = toLogFields(log);
  const code = toErrorCode(log);
  return [
    { name: "Status", value: <LogStatus log={log} /> },
    {
      name: "Error code",
      value: code ? <LinkedId id={code} what="error code" href={logsWith("code", code)} /> : null,
    },
    {
      name: "When",
      value: (
        <span className="inline-flex items-baseline gap-2">
          <ClockTime at={log.timestamp} /> <RelativeTime at={log.timestamp} />
        </span>
      ),
    },
    {
      name: "Duration",
      value: durationMs === undefined ? null : <span className="font-mono text-xs">{toDuration(durationMs)}</span>,
    },
  ];
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
          {linked(toolkit, "toolkit slug", "/toolkits")}
          {version ? <code className="font-mono text-xs">{version}</code> : null}
        </span>
      ) : null,
    },
    { name: "User", value: linked(userId, "user ID", "/users") },
    { name: "Account", value: linked(accountId, "account ID", "/connected-accounts") },
    { name: "Chosen because", value: toAccountRule(log.data.account) },
    { name: "Auth scheme", value: toAuthScheme(log.data.account) },
    { name: "Auth config", value: linked(authConfigId, "auth config ID", "/auth-configs") },
  ];
}

function callerOf(log: Log): Definition[] {
  const { source, context, parent } = log;
  const sdk = source.sdk ? `SDK ${String(source.sdk)}` : "";
  const from = [sdk, source.framework, source.language, source.runtime, source.host].filter(Boolean).join(", ");
  const approval = toApproval(log.data.approval);
  const request = context.request_id;
  const link = (href: string, words: string) => (
    <Link href={href} className="min-w-0 truncate rounded-sm underline underline-offset-2">
      {words}
    </Link>
  );
  return [
    { name: "Session", value: linked(context.session_id, "session ID", "/sessions") },
    { name: "MCP server", value: linked(toLogFields(log).mcpServerId, "MCP server ID", "/mcp") },
    { name: "Allowed by", value: approval ? link(pathOf("/approvals", approval.id), approval.by) : null },
    { name: "Part of", value: parent ? link(logHref(parent.log_id), parent.tool_slug || parent.log_id) : null },
    { name: "Log ID", value: <LinkedId id={log.id} what="log ID" href={logHref(log.id)} /> },
    {
      name: "Request ID",
      value: request ? <LinkedId id={request} what="request ID" href={logsWith("request", request)} /> : null,
    },
    { name: "Called from", value: from.startsWith(BROWSER) ? <span title={from}>A browser</span> : from },
  ];
}

export const LogFacts = ({ log }: { log: Log }) => (
  <DefinitionList entries={[...outcomeOf(log), ...calledOf(log), ...callerOf(log)]} />
);

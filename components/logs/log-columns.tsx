/** The columns of a list of executions, and the link that opens an execution. */
"use client";
import { usePathname, useSearchParams } from "next/navigation";
import type { Column } from "@/components/parts/lists/data-table";
import { ClockTime, RelativeTime } from "@/components/parts/display/relative-time";
import { StatusBadge } from "@/components/parts/display/status-badge";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { ToolName } from "@/components/parts/display/tool-name";
import { useAccountName } from "@/components/connected-accounts/use-account-name";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Link } from "@/components/ui/link";
import { codeTitle } from "./code-words";
import { toDuration, toErrorCode, toLogFields, type LogRow } from "./log-fields";

/** A real link, so that it can open in a new tab; on the log page itself it only changes the URL. */
function ToolLink({ log }: { log: LogRow }) {
  const pathname = usePathname();
  const search = new URLSearchParams(useSearchParams());
  const { tool, calledAs, toolkit } = toLogFields(log);
  const onPage = pathname === "/logs/tools";
  const isOpen = search.has("open");
  if (onPage) search.set("open", log.id);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <ToolkitLogo slug={toolkit} />
      <Link
        href={onPage ? `/logs/tools?${search}` : `/logs/tools?open=${encodeURIComponent(log.id)}`}
        onClick={(event) => {
          if (!onPage || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          changeSearch({ open: log.id }, isOpen ? "replace" : "push");
        }}
        title={tool}
        className="min-w-0 flex-1 truncate rounded-sm text-sm hover:underline"
      >
        <ToolName slug={tool} toolkit={toolkit} />
      </Link>
      {calledAs ? (
        <span className="w-full truncate pl-7 text-xs text-muted" title={calledAs}>
          called as <span className="font-mono">{calledAs}</span>
        </span>
      ) : null}
      {log.status === "failed" && log.message ? (
        <span className="w-full truncate pl-7 text-xs text-red" title={log.message}>
          {firstWords(log.message)}
        </span>
      ) : null}
      <span className="w-full pl-7 text-xs text-muted @[40rem]:hidden">
        <LogTime time={log.timestamp} />
      </span>
    </span>
  );
}

/** The page of logs shows the time of the day, other pages the distance; each shows the exact time on hover. */
const LogTime = ({ time }: { time: string }) =>
  usePathname() === "/logs/tools" ? <ClockTime at={time} /> : <RelativeTime at={time} />;

/** The title has all of a reason; a row needs the beginning of its first line. */
const firstWords = (reason: string): string => reason.slice(0, 160).split("\n", 1)[0] ?? "";

const Absent = () => <span className="text-muted">–</span>;
const Id = ({ children }: { children: string }) => (
  <code className="block max-w-40 truncate font-mono text-xs" title={children}>
    {children}
  </code>
);

/** The account's name, with its ID on hover; the ID alone for a deleted account. */
function AccountName({ id }: { id: string }) {
  const name = useAccountName(id);
  if (name === undefined) return <Id>{id}</Id>;
  return (
    <span className="block max-w-40 truncate" title={`${name}\n${id}`}>
      {name}
    </span>
  );
}

/** The status, with the error code of a failure next to it. */
export function LogStatus({ log }: { log: Pick<LogRow, "status" | "metadata" | "message"> }) {
  const code = toErrorCode(log);
  const status = log.status === "success" ? "SUCCESS" : "FAILED";
  return <StatusBadge status={status} detail={code} title={code && codeTitle(code)} />;
}

type Field = keyof ReturnType<typeof toLogFields>;

const idColumn = (heading: string, field: Field): Column<LogRow> => ({
  heading,
  wide: "lg",
  cell: (log) => {
    const id = toLogFields(log)[field];
    return typeof id === "string" ? <Id>{id}</Id> : <Absent />;
  },
});

export const LOG_COLUMNS: readonly Column<LogRow>[] = [
  { heading: "Tool", cell: (log) => <ToolLink log={log} />, className: "w-full max-w-0 min-w-32 @[58rem]:w-2/5" },
  { heading: "Status", cell: (log) => <LogStatus log={log} /> },
  idColumn("User", "userId"),
  {
    heading: "Account",
    wide: "lg",
    cell: (log) => {
      const { accountId } = toLogFields(log);
      return accountId === undefined ? <Absent /> : <AccountName id={accountId} />;
    },
  },
  {
    heading: "Duration",
    wide: "lg",
    className: "text-right",
    cell: (log) => {
      const { durationMs } = toLogFields(log);
      return durationMs === undefined ? (
        <Absent />
      ) : (
        <span className="font-mono text-xs whitespace-nowrap tabular-nums">{toDuration(durationMs)}</span>
      );
    },
  },
  {
    heading: "When",
    wide: "md",
    isSorted: true,
    className: "text-right text-muted",
    cell: (log) => <LogTime time={log.timestamp} />,
  },
];

/** Columns of the page of logs that a person can add. */
export const EXTRA_LOG_COLUMNS: readonly Column<LogRow>[] = [
  idColumn("Session", "sessionId"),
  idColumn("API key", "apiKeyId"),
  idColumn("Auth config", "authConfigId"),
  idColumn("Version", "version"),
  idColumn("Request", "requestId"),
].map((column) => ({ ...column, isExtra: true }));

/** The calls within a call on one time axis: a table of bars with the same facts as text. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { logsApi } from "@/generated/addresses/logs";
import { query, type ResultOf } from "@/lib/contract/client";
import { toDuration, toLogFields } from "./log-fields";
import { LogTimings, STAGE_LOOK } from "./log-timings";
import { toWaterfall, type WaterfallRow } from "./to-waterfall";

type Log = ResultOf<typeof logsApi.getToolLog>;

/** A meta tool runs 50 tools at most. */
const MAX_LOGS = 100;

/** Only its tools call other tools. */
const META_TOOLKIT = "composio";

const KIND_WORDS = {
  own: "This server",
  queue: "Waiting for a turn",
  refresh: "Refreshing the token",
  provider: "Waiting for the provider",
} as const;

/** The logs of the same request while the call ran. */
const useLogsWithin = (log: Log) => {
  const { context, timings } = log;
  const { request_id: requestId } = context;
  return useQuery({
    ...query(logsApi.listToolLogs, {
      body: {
        limit: MAX_LOGS,
        filters: [{ field: "request_id", operator: "==", value: requestId ?? "" }],
        time_range: { from: timings?.start_time ?? 0, to: timings?.end_time ?? 0 },
      },
    }),
    enabled: requestId !== undefined && timings !== undefined && toLogFields(log).toolkit === META_TOOLKIT,
  });
};

/** The timings of a call; with the calls within it, if there are some. */
export function LogWaterfall({ log }: { log: Log }) {
  const { data } = useLogsWithin(log);
  const { rows, total } = toWaterfall(log, data?.logs ?? []);
  if (rows.length < 2) return <LogTimings metrics={log.metrics} />;
  const kinds = new Set(rows.flatMap(({ stages }) => stages.map(({ kind }) => kind)));
  return (
    <div role="group" aria-label="Timings">
      <p className="mb-2 flex justify-between text-xs font-medium text-muted">
        Timings <span className="font-mono font-normal tabular-nums">{toDuration(total)} total</span>
      </p>
      <table aria-label="Calls within this call" className="w-full table-fixed text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Tool</th>
            <th scope="col">Breakdown</th>
            <th scope="col">Duration</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={row.id} row={row} total={total} isOuter={index === 0} />
          ))}
        </tbody>
      </table>
      <ul aria-label="Colors of the bars" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {(["own", "queue", "refresh", "provider"] as const)
          .filter((kind) => kinds.has(kind))
          .map((kind) => (
            <li key={kind} className="flex items-center gap-1.5">
              <span aria-hidden className={`size-2 rounded-full ${STAGE_LOOK[kind]}`} />
              {KIND_WORDS[kind]}
            </li>
          ))}
      </ul>
    </div>
  );
}

/** The text of a bar, for those who do not see it. */
const toText = ({ start, ms, stages }: WaterfallRow): string =>
  [
    `From ${toDuration(start)} to ${toDuration(start + ms)}.`,
    ...stages.map((stage) => `${stage.label}: ${toDuration(stage.ms)}.`),
  ].join(" ");

function Row({ row, total, isOuter }: { row: WaterfallRow; total: number; isOuter: boolean }) {
  const { id, tool, hasFailed, ms } = row;
  return (
    <tr>
      <th
        scope="row"
        className={`w-2/5 truncate py-1 pr-2 text-left font-normal ${isOuter ? "" : "pl-3"}`}
        title={tool}
      >
        {isOuter ? tool : <ToolLink id={id} tool={tool} />}
      </th>
      <td>
        <Bar row={row} total={total} isOuter={isOuter} />
        <span className="sr-only">{toText(row)}</span>
      </td>
      <td className="w-20 py-1 pl-2 text-right font-mono text-xs tabular-nums">
        {hasFailed ? <span className="font-sans text-red">Failed </span> : null}
        {toDuration(ms)}
      </td>
    </tr>
  );
}

const ToolLink = ({ id, tool }: { id: string; tool: string }) => (
  <Link href={`/logs/tools?open=${encodeURIComponent(id)}`} className="rounded-sm underline underline-offset-2">
    {tool}
  </Link>
);

function Bar({ row: { start, ms, stages }, total, isOuter }: { row: WaterfallRow; total: number; isOuter: boolean }) {
  const percent = (value: number): string => `${(value / total) * 100}%`;
  const parts = isOuter || stages.length === 0 ? [{ key: "all", kind: "own" as const, start: 0, ms }] : stages;
  return (
    <span aria-hidden className="relative block h-1.5 overflow-hidden rounded-full bg-hover">
      {parts.map((part) => (
        <span
          key={part.key}
          className={`absolute inset-y-0 min-w-0.5 rounded-full ${STAGE_LOOK[part.kind]}`}
          style={{ left: percent(start + part.start), width: percent(part.ms) }}
        />
      ))}
    </span>
  );
}

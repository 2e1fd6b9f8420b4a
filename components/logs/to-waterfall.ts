/** The calls within a call as rows of a waterfall: when each began, and where its time went. Pure. */
import { toLogFields, type LogRow } from "./log-fields";
import { type Stage, toStages } from "./log-stages";

/** Times are milliseconds since the beginning of the outer call. */
export type WaterfallRow = {
  id: string;
  tool: string;
  hasFailed: boolean;
  start: number;
  ms: number;
  /** Where the time went; `start` of each is relative to the row's own. Empty if the log does not know. */
  stages: Stage[];
};

type Outer = Pick<LogRow, "id" | "timestamp" | "metadata" | "metrics" | "status">;

/** @param zero the beginning of the outer call in Unix milliseconds */
function toRow(log: Outer, zero: number): WaterfallRow {
  const { tool, durationMs = 0 } = toLogFields(log);
  return {
    id: log.id,
    tool,
    hasFailed: log.status === "failed",
    start: Math.max(0, Date.parse(log.timestamp) - zero),
    ms: durationMs,
    stages: toStages(log.metrics).stages,
  };
}

/**
 * The outer call first, then the calls within it as they began; `total` is the end of the last.
 * @param others logs of the same request; those that are not within the call are left out
 */
export function toWaterfall(log: Outer, others: readonly LogRow[]): { rows: WaterfallRow[]; total: number } {
  const zero = Date.parse(log.timestamp);
  const inner = others.filter(({ parent }) => parent?.log_id === log.id).map((row) => toRow(row, zero));
  inner.sort((a, b) => a.start - b.start || a.id.localeCompare(b.id));
  const rows = [toRow(log, zero), ...inner];
  return { rows, total: Math.max(1, ...rows.map(({ start, ms }) => start + ms)) };
}

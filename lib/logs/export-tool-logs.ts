/** Exports a project's executions as a file, page by page, so that only one page is in memory. */
import { toCsvLine } from "@/lib/kernel/text/to-csv-line";
import { beginExport, endExport } from "./search-in-turn";
import { findToolLogs, type ToolLogOrder, type ToolLogRow, type ToolLogSearch } from "./find-tool-logs";
import type { ToolLogChoice } from "./tool-log-choice";
import { toToolLogDetail } from "./wire";

export type ExportFormat = "jsonl" | "csv";

export const EXPORT_TYPE: Record<ExportFormat, string> = {
  jsonl: "application/jsonl; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

/** Rows per page. Each row can have 64 kB with its request and answer. */
const ROWS: Record<ExportFormat, number> = { jsonl: 200, csv: 1000 };

const CSV_COLUMNS: readonly (readonly [string, (row: ToolLogRow) => string | number | null | undefined])[] = [
  ["id", (row) => row.id],
  ["timestamp", (row) => row.created_at.toISOString()],
  ["type", (row) => (row.kind === "proxy" ? "proxy_execution" : "tool_execution")],
  ["status", (row) => row.status],
  ["tool_slug", (row) => row.tool_slug],
  ["toolkit_slug", (row) => row.toolkit_slug],
  ["version", (row) => row.version],
  ["user_id", (row) => row.user_id],
  ["connected_account_id", (row) => row.account_id],
  ["auth_config_id", (row) => row.auth_config_id],
  ["session_id", (row) => row.session_id],
  ["request_id", (row) => row.request_id],
  ["parent_log_id", (row) => row.parent_id],
  ["duration_ms", (row) => row.duration_ms],
  ["prepare_ms", (row) => row.timings.prepareMs],
  ["queue_ms", (row) => row.timings.queueMs],
  ["refresh_ms", (row) => row.timings.refreshMs],
  ["upstream_ms", (row) => row.timings.upstreamMs],
  ["called_as", (row) => row.called_as],
  ["error_code", (row) => row.error_code],
  ["error", (row) => row.error],
  ["api_key_id", (row) => row.api_key_id],
];

const toLines: Record<ExportFormat, (rows: readonly ToolLogRow[]) => string> = {
  jsonl: (rows) => rows.map((row) => `${JSON.stringify(toToolLogDetail(row))}\n`).join(""),
  csv: (rows) => rows.map((row) => toCsvLine(CSV_COLUMNS.map(([, read]) => read(row)))).join(""),
};

/**
 * The texts of the file: the chosen executions in their order, at most `limit`; CSV with a heading.
 * @throws ApiError TooManyRequests if too many exports run, and as `findToolLogs`; before the first text if the first
 *   page fails
 */
export async function* exportToolLogs(
  projectId: string,
  choice: ToolLogChoice,
  { format, limit, order }: { format: ExportFormat; limit: number; order?: ToolLogOrder | undefined },
): AsyncGenerator<string, void> {
  beginExport(projectId);
  try {
    let text = format === "csv" ? toCsvLine(CSV_COLUMNS.map(([name]) => name)) : "";
    const reading = { isExport: true, ...(format === "jsonl" && { isFull: true }) };
    let cursor: string | null = null;
    let left = limit;
    do {
      const search: ToolLogSearch = { ...choice, cursor, limit: Math.min(ROWS[format], left), order };
      const page: Awaited<ReturnType<typeof findToolLogs>> = await findToolLogs(projectId, search, reading);
      text += toLines[format](page.rows);
      if (text) yield text;
      text = "";
      left -= page.rows.length;
      cursor = page.nextCursor;
    } while (cursor && left > 0);
  } finally {
    endExport(projectId);
  }
}

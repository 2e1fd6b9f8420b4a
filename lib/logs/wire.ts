/** Executions of the log in the form of the API. Pure. */
import type { z } from "zod";
import type { ToolLogDetail, ToolLogSummary } from "./contract";
import type { ToolLogRow } from "./tool-log-query";

const defined = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

export function toToolLogSummary(row: ToolLogRow): z.output<typeof ToolLogSummary> {
  const successful = row.status === "success";
  return {
    id: row.id,
    timestamp: row.created_at.toISOString(),
    type: row.kind === "proxy" ? "proxy_execution" : "tool_execution",
    status: successful ? "success" : "failed",
    level: successful ? "info" : "error",
    ...(row.error !== null && { message: row.error }),
    metadata: defined({
      tool_slug: row.tool_slug, toolkit_slug: row.toolkit_slug, version: row.version, connected_account_id: row.account_id,
      auth_config_id: row.auth_config_id, user_id: row.user_id, session_id: row.session_id, request_id: row.request_id,
    }),
    metrics: defined({ duration_ms: row.duration_ms, prepare_ms: row.timings.prepareMs, refresh_ms: row.timings.refreshMs, upstream_ms: row.timings.upstreamMs }),
    parent: null,
  };
}

export function toToolLogDetail(row: ToolLogRow): z.output<typeof ToolLogDetail> {
  const start = row.created_at.getTime();
  return {
    ...toToolLogSummary(row),
    timings: { start_time: start, end_time: start + row.duration_ms },
    context: { ...(row.session_id && { session_id: row.session_id }), ...(row.request_id && { request_id: row.request_id }) },
    source: row.source,
    data: defined({ request: row.request, response: row.response, error: row.error, account: row.account }),
  };
}

/** Converts executions of the log to the form of the API. Pure. */
import type { z } from "zod";
import type { ToolLogDetail, ToolLogSummary } from "./contract";
import type { ToolLogRow } from "./find-tool-logs";

const defined = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

/**
 * The origin of the credentials; undefined for a call that failed before its account was known. Without an account, the
 * credentials came with the request, or the tool needs none.
 */
function credentialSourceOf({ account_id: id, account, status }: ToolLogRow): string | undefined {
  if (id !== null) return "connected_account";
  if (account !== null) return "custom_auth";
  return status === "success" ? "no_auth" : undefined;
}

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
      tool_slug: row.tool_slug,
      called_as: row.called_as,
      toolkit_slug: row.toolkit_slug,
      version: row.version,
      connected_account_id: row.account_id,
      auth_config_id: row.auth_config_id,
      user_id: row.user_id,
      session_id: row.session_id,
      mcp_server_id: row.mcp_server_id,
      api_key_id: row.api_key_id,
      request_id: row.request_id,
      error_code: row.error_code,
      credential_source: credentialSourceOf(row),
    }),
    metrics: toMetrics(row),
    parent: row.parent_id === null ? null : { log_id: row.parent_id, tool_slug: row.parent_tool ?? "" },
  };
}

/** The overhead: the duration without waiting for a slot, renewing a token, and the provider. */
function toMetrics({
  duration_ms: duration,
  tokens,
  timings: { prepareMs, queueMs, refreshMs, upstreamMs, shapeMs, tokensBefore, cacheAgeMs },
}: ToolLogRow): Record<string, unknown> {
  const elsewhere = (queueMs ?? 0) + (refreshMs ?? 0) + (upstreamMs ?? 0);
  return defined({
    duration_ms: duration,
    prepare_ms: prepareMs,
    queue_ms: queueMs,
    refresh_ms: refreshMs,
    upstream_ms: upstreamMs,
    about_tokens: tokens,
    about_tokens_before: tokensBefore,
    shape_ms: shapeMs,
    cache_age_ms: cacheAgeMs,
    overhead_ms: Math.max(0, Math.round((duration - elsewhere) * 10) / 10),
  });
}

export function toToolLogDetail(row: ToolLogRow): z.output<typeof ToolLogDetail> {
  const { request: callerId, ...source } = row.source;
  const start = row.created_at.getTime();
  return {
    ...toToolLogSummary(row),
    timings: { start_time: start, end_time: start + row.duration_ms },
    context: {
      ...(row.session_id && { session_id: row.session_id }),
      ...(row.request_id && { request_id: row.request_id }),
      ...(callerId && callerId !== row.request_id && { caller_request_id: callerId }),
    },
    source,
    data: defined({
      request: row.request,
      response: row.response,
      error: row.error,
      account: row.account,
      approval: row.approval,
      policies: row.policies,
    }),
  };
}

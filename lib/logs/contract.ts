/** The log of executions: written, masked, searched, exported. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { limitQuery, MAX_CURSOR } from "@/lib/contract/page";
import { MAX_ID } from "@/lib/contract/texts";

export const TOOL_LOG_FIELDS = [
  "tool_slug",
  "toolkit_slug",
  "connected_account_id",
  "auth_config_id",
  "status",
  "user_id",
  "session_id",
  // of our own
  "mcp_server_id",
  "api_key_id",
  "sandbox_id",
  "request_id",
  "error_code",
  "log_id",
] as const;

export const TOOL_LOG_OPERATORS = ["==", "!=", "contains", "not_contains"] as const;

export const ToolLogFilter = z.object({
  field: z.enum(TOOL_LOG_FIELDS),
  operator: z.enum(TOOL_LOG_OPERATORS),
  value: z.string().max(500),
});

const Facts = z.record(z.string(), z.unknown());

export const ToolLogSummary = z
  .object({
    id: z.string(),
    /** ISO 8601 */
    timestamp: z.string(),
    /** tool_execution | proxy_execution */
    type: z.string(),
    status: z.enum(["success", "failed"]),
    level: z.enum(["error", "warn", "info"]),
    message: z.string().optional(),
    /**
     * tool_slug, toolkit_slug, version, connected_account_id, auth_config_id, user_id, session_id, mcp_server_id,
     * api_key_id, request_id; called_as, the name that was called where it is not tool_slug; error_code of a failure,
     * the provider's status or the code of our own refusal; credential_source: connected_account, custom_auth (sent
     * with the request) or no_auth
     */
    metadata: Facts,
    /**
     * duration_ms; of it prepare_ms, queue_ms (a turn at the provider), refresh_ms, upstream_ms; overhead_ms is all but
     * the last three; within a session about_tokens, about how many tokens the answer gave to the agent; of a smaller
     * answer also about_tokens_before, how many the whole had, and shape_ms, the time that it took to make it smaller;
     * of an earlier answer cache_age_ms, its age
     */
    metrics: Facts,
    parent: z.object({ log_id: z.string(), tool_slug: z.string() }).nullable(),
  })
  .meta({ id: "ToolLogSummary" });

export const ToolLogDetail = ToolLogSummary.extend({
  /** Unix milliseconds */
  timings: z.object({ start_time: z.number(), end_time: z.number() }).optional(),
  context: z.object({
    session_id: z.string().optional(),
    trace_id: z.string().optional(),
    request_id: z.string().optional(),
    /** the caller's own, from its x-request-id */
    caller_request_id: z.string().optional(),
  }),
  source: z
    .object({ host: z.string().optional(), framework: z.string().optional(), language: z.string().optional() })
    .loose(),
  /**
   * request, response, error, account; approval: {id, by, name, at}, if a person had to approve the call; policies:
   * {id, name, action, outcome} of each decision of a policy or a hook of the session
   */
  data: Facts,
}).meta({ id: "ToolLogDetail" });

/** Words of the tool's slug, the error, the user, the account and the request's path; a word may be a beginning. */
const search = z.string().max(300).optional();

/** Unix milliseconds, both ends included */
const timeRange = z.object({ from: z.number(), to: z.number() }).optional();

const filters = z.array(ToolLogFilter).max(20).optional();

/** Of our own: by time. The default is newest. */
const order = z.enum(["newest", "oldest"]).optional();

/** Executions are counted up to this number: a count of millions would take longer than the page. */
export const MAX_COUNTED_LOGS = 10_000;

/** Filters that no index serves are compared with this many of the newest executions. */
export const MAX_COMPARED_LOGS = 20_000;

/** The largest number of rows in one export. */
export const MAX_EXPORTED_ROWS = 100_000;

export const logsApi = {
  listToolLogs: operation({
    id: "logs.createToolExecution",
    method: "POST",
    path: "/api/v3/logs/tool_execution",
    tag: "Logs",
    auth: "project",
    permission: "observability:read",
    audit: "none",
    summary: "List tool executions",
    description:
      "Newest first, unless order, of our own, says oldest. Filters are joined by AND; contains and not_contains ignore case. " +
      "search, of our own, finds words of the tool's slug, the error, the user, the account and the request's path; " +
      "all of them must be there, and each may be a word's beginning.",
    body: z.object({
      limit: limitQuery(20, 100),
      cursor: z.string().max(MAX_CURSOR).nullish(),
      filters,
      time_range: timeRange,
      search,
      order,
    }),
    response: z.object({ logs: z.array(ToolLogSummary), next_cursor: z.string().nullable() }),
  }),
  countToolLogs: operation({
    id: "countToolLogs",
    method: "POST",
    path: "/api/v3/internal/patchbay/logs/count",
    own: true,
    tag: "Logs",
    auth: "project",
    permission: "observability:read",
    audit: "none",
    summary: "Count tool executions",
    description:
      `Counts what the filters choose, up to ${MAX_COUNTED_LOGS.toLocaleString("en")}. ` +
      `Filters without an index look at the newest ${MAX_COMPARED_LOGS.toLocaleString("en")} executions. ` +
      "is_complete is false where there can be more.",
    body: z.object({ filters, time_range: timeRange, search }),
    response: z.object({ total: z.number().int(), is_complete: z.boolean() }),
  }),
  getToolLog: operation({
    id: "logs.retrieveToolExecution",
    method: "GET",
    path: "/api/v3/logs/tool_execution/{id}",
    tag: "Logs",
    auth: "project",
    permission: "observability:read",
    audit: "tool_log.read",
    summary: "Get one tool execution",
    params: z.object({ id: z.string().max(MAX_ID) }),
    response: ToolLogDetail,
  }),
  streamToolLogs: operation({
    id: "streamToolLogs",
    method: "GET",
    path: "/api/v3/internal/patchbay/logs/stream",
    own: true,
    tag: "Logs",
    auth: "project",
    permission: "observability:read",
    audit: "none",
    summary: "Follow tool executions as they are logged",
    description:
      "Server-sent events, each within about a second. Event log: a ToolLogSummary. " +
      "Event gap: {skipped}, executions were left out; read the list again. " +
      "The server ends a stream after five minutes; connect again.",
    response: z.unknown(),
  }),
  exportToolLogs: operation({
    id: "exportToolLogs",
    method: "POST",
    path: "/api/v3/internal/patchbay/logs/export",
    own: true,
    tag: "Logs",
    auth: "project",
    permission: "observability:read",
    audit: "tool_log.export",
    summary: "Export tool executions",
    description:
      "Streams the executions that the filters choose, in their order: " +
      "as JSON Lines, a ToolLogDetail each, or as CSV without requests and answers. " +
      `At most ${MAX_EXPORTED_ROWS.toLocaleString("en")} rows at once; ` +
      "end the next time range where an export ended to have the rest.",
    body: z.object({
      format: z.enum(["jsonl", "csv"]),
      limit: limitQuery(MAX_EXPORTED_ROWS, MAX_EXPORTED_ROWS),
      filters,
      time_range: timeRange,
      search,
      order,
    }),
    response: z.unknown(),
  }),
};

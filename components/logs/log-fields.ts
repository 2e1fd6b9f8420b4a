/**
 * The fields of a log that the pages show: reads the loosely typed objects of the API carefully, under names of our
 * own.
 */
import { toToolName } from "@/components/parts/display/to-tool-name";
import type { ResultOf } from "@/lib/contract/client";
import type { logsApi } from "@/generated/addresses/logs";

export type LogRow = ResultOf<typeof logsApi.listToolLogs>["logs"][number];

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
const count = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

export function toLogFields(log: Pick<LogRow, "metadata" | "metrics">) {
  const { metadata, metrics } = log;
  return {
    tool: text(metadata.tool_slug) ?? "Unknown tool",
    calledAs: text(metadata.called_as),
    toolkit: text(metadata.toolkit_slug) ?? "",
    version: text(metadata.version),
    userId: text(metadata.user_id),
    accountId: text(metadata.connected_account_id),
    sessionId: text(metadata.session_id),
    requestId: text(metadata.request_id),
    authConfigId: text(metadata.auth_config_id),
    mcpServerId: text(metadata.mcp_server_id),
    apiKeyId: text(metadata.api_key_id),
    durationMs: count(metrics.duration_ms),
    tokens: count(metrics.about_tokens),
    tokensBefore: count(metrics.about_tokens_before),
    cacheAgeMs: count(metrics.cache_age_ms),
  };
}

/** The name of the tool in words, as lists show it. */
export function toLogTitle(log: Pick<LogRow, "metadata" | "metrics">): string {
  const { tool, toolkit } = toLogFields(log);
  return toToolName(tool, toolkit) ?? tool;
}

/** A failure's error code. For an older row without a code, the status from its message. */
export function toErrorCode({
  status,
  metadata,
  message,
}: Pick<LogRow, "status" | "metadata" | "message">): string | undefined {
  if (status !== "failed") return undefined;
  return text(metadata.error_code) ?? /\banswered (\d{3})\b/.exec(message ?? "")?.[1];
}

const RULES: Readonly<Record<string, string>> = {
  "explicit id": "by ID in the call",
  alias: "by alias in the call",
  "most recent": "most recent active account",
  "session override": "set by the session",
  "session auth config": "newest account of the session’s auth config",
  "credentials in the request": "none; credentials came with the call",
};

/** The reason why a call used its account; undefined if it used none. */
export function toAccountRule(account: unknown): string | undefined {
  if (typeof account !== "object" || account === null) return undefined;
  const { rule, alias, owner, used_by: usedBy } = account as Record<string, unknown>;
  const words = RULES[text(rule) ?? ""] ?? text(rule);
  if (!words) return undefined;
  const named = rule === "alias" && text(alias) ? `${words} “${text(alias)}”` : words;
  return text(owner) && text(usedBy) ? `${named}; ${text(owner)} shares it with ${text(usedBy)}` : named;
}

/** How the call was authenticated, for example OAUTH2. */
export const toAuthScheme = (account: unknown): string | undefined =>
  typeof account === "object" && account !== null && "scheme" in account ? text(account.scheme) : undefined;

/** The person who approved a call that needed an approval. */
export function toApproval(approval: unknown): { id: string; by: string } | undefined {
  if (typeof approval !== "object" || approval === null) return undefined;
  const { id, name, by } = approval as Record<string, unknown>;
  const approvalId = text(id);
  return approvalId ? { id: approvalId, by: text(name) ?? text(by) ?? approvalId } : undefined;
}

/** `940 ms`, `1.2 s`, `3 min 5 s`. */
export function toDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** The playground with this call filled in; undefined if the log is not a tool call. */
export function rerunHref(log: Pick<LogRow, "id" | "type" | "metadata" | "metrics">): string | undefined {
  const { tool, version, userId, accountId } = toLogFields(log);
  if (log.type !== "tool_execution" || text(log.metadata.tool_slug) === undefined) return undefined;
  const query = new URLSearchParams({
    tool,
    ...(userId && { user: userId }),
    ...(accountId && { account: accountId }),
    ...(version && { version }),
    log: log.id,
  });
  return `/playground?${query}`;
}

/** One step of an agent's work as the timeline shows it: from the log of a session, or as it happens. Pure. */
import { toAccountRule } from "@/components/logs/log-fields";
import type { ResultOf } from "@/lib/contract/client";
import type { sessionCallsApi } from "@/generated/addresses/sessions/calls";

export type SessionCall = ResultOf<typeof sessionCallsApi.listSessionCalls>["items"][number];

export type TimelineEntry = {
  id: string;
  tool: string;
  toolkit: string;
  /** waiting: a person must approve it first */
  status: "success" | "failed" | "running" | "waiting";
  /** ISO 8601 */
  at: string;
  durationMs?: number;
  error?: string | null;
  /** The beginnings of their JSON texts. */
  arguments?: string | null;
  result?: string | null;
  account?: { id: string; why?: string };
  /** Approximate number of tokens that a model reads; null if unknown. */
  tokens?: { arguments: number | null; result: number | null };
  /** For a call of several tools: the number of successful tools. */
  parts?: { succeeded: number; total: number };
  /** Calls that this call made. */
  within?: readonly TimelineEntry[];
};

/** Both sides of a call together; undefined where nothing is known of it. */
export function toTokenSum({ tokens }: Pick<TimelineEntry, "tokens">): number | undefined {
  if (!tokens || (tokens.arguments === null && tokens.result === null)) return undefined;
  return (tokens.arguments ?? 0) + (tokens.result ?? 0);
}

/** A call that ran, while calls in it failed: "0 of 1 succeeded". Undefined where all did. */
export function toPartWords({ status, parts }: Pick<TimelineEntry, "status" | "parts">): string | undefined {
  if (status !== "success" || !parts || parts.succeeded === parts.total) return undefined;
  return `${parts.succeeded} of ${parts.total} succeeded`;
}

/** A call of the log as the timeline shows it. */
export function toEntry(call: SessionCall | SessionCall["calls"][number]): TimelineEntry {
  const why = toAccountRule(call.account);
  return {
    id: call.id,
    tool: call.tool_slug,
    toolkit: call.toolkit_slug,
    status: call.status,
    at: call.at,
    durationMs: call.duration_ms,
    error: call.error,
    arguments: call.arguments,
    result: call.result,
    ...(call.connected_account_id !== null && { account: { id: call.connected_account_id, ...(why && { why }) } }),
    tokens: call.about_tokens,
    ...(call.parts && { parts: call.parts }),
    ...("calls" in call && call.calls.length > 0 && { within: call.calls.map(toEntry) }),
  };
}

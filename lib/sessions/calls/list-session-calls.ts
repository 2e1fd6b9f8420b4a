/** The calls of a session for its page. */
import type { z } from "zod";
import { findKnownTools } from "@/lib/catalog/read/find-known-tools";
import { isObject } from "@/lib/kernel/text/is-object";
import { findSessionCalls, type SessionCallFilter, type SessionCallRow } from "@/lib/logs/find-session-calls";
import { requireSeenSession } from "../sessions";
import type { sessionCallsApi } from "./contract";
import { notAgain } from "./not-again";

type Answer = z.input<typeof sessionCallsApi.listSessionCalls.response>;

const MANY = "COMPOSIO_MULTI_EXECUTE_TOOL";
/** The usual rule of thumb. */
const BYTES_A_TOKEN = 4;
const toTokens = (bytes: number | null): number | null => (bytes === null ? null : Math.ceil(bytes / BYTES_A_TOKEN));

/** The number of successful calls in the answer of a multi-execute call; null for every other call. */
function toParts({ tool_slug: slug, parts_succeeded: succeeded, parts_total: total }: SessionCallRow) {
  if (slug !== MANY || succeeded === null || total === null) return null;
  const counts = { succeeded: Number(succeeded), total: Number(total) };
  return Object.values(counts).every((count) => Number.isSafeInteger(count) && count >= 0) ? counts : null;
}

const toCall = (row: SessionCallRow, reading: ReadonlySet<string>): Omit<Answer["items"][number], "calls"> => ({
  id: row.id,
  at: row.created_at.toISOString(),
  tool_slug: row.tool_slug,
  toolkit_slug: row.toolkit_slug,
  kind: row.kind,
  version: row.version,
  status: row.status === "success" ? "success" : "failed",
  error: row.error,
  duration_ms: row.duration_ms,
  connected_account_id: row.account_id,
  account: isObject(row.account) ? row.account : null,
  arguments: row.arguments_text,
  result: row.answer_text,
  about_tokens: { arguments: toTokens(row.arguments_bytes), result: row.tokens },
  parts: toParts(row),
  only_reads: reading.has(row.tool_slug),
  not_again: notAgain({ kind: row.kind, toolSlug: row.tool_slug, isWhole: row.is_whole }),
});

/** @throws ApiError NotFound for an unknown session; BadRequest for a foreign cursor */
export async function listSessionCalls(
  projectId: string,
  sessionId: string,
  filter: SessionCallFilter,
): Promise<Answer> {
  const session = await requireSeenSession(projectId, sessionId);
  const { calls, nextCursor } = await findSessionCalls(projectId, session.id, filter);
  const slugs = new Set(
    calls.flatMap(({ tool_slug: slug, within }) => [slug, ...within.map((call) => call.tool_slug)]),
  );
  const tools = await findKnownTools(projectId, [...slugs]);
  const reading = new Set(tools.flatMap(({ slug, tags }) => (tags.includes("readOnlyHint") ? [slug] : [])));
  return {
    items: calls.map(({ within, ...call }) => ({
      ...toCall(call, reading),
      calls: within.map((row) => toCall(row, reading)),
    })),
    next_cursor: nextCursor,
  };
}

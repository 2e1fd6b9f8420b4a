/** The calls of an agent in its sessions, each with the calls that it made itself. */
import { type Cursor, readCursor, toCursor } from "@/lib/kernel/database/cursor";
import { narrowed, rowsWhere, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { REDACTED } from "@/lib/kernel/text/redact";
import { flushToolLogs } from "./record-execution";

/** Characters of arguments and of an answer that a list shows. */
const MAX_SHOWN_CHARACTERS = 400;
/** The limit on calls within the calls of one page. A call makes 50 at most. */
const MOST_WITHIN = 2_000;
/** A clock may be set back while calls are made. */
const SLACK_MS = 5_000;

const columns = {
  id: "text",
  created_at: "timestamptz",
  tool_slug: "text",
  toolkit_slug: "text",
  kind: narrowed<"tool" | "proxy" | "meta">()("text"),
  version: "text?",
  status: "text",
  error: "text?",
  duration_ms: "int4",
  parent_id: "text?",
  account_id: "text?",
  account: "jsonb?",
  arguments_text: "text?",
  arguments_bytes: "int4?",
  is_whole: "bool?",
  answer_text: "text?",
  tokens: "int4?",
  parts_succeeded: "text?",
  parts_total: "text?",
} as const;

/** The calls of a session. The conditions and the order are appended to this text. */
const CALLS = statement({
  name: "logs.session-calls",
  text: `SELECT id, created_at, tool_slug, toolkit_slug, kind, version, status, error, duration_ms, parent_id, account_id, account,
      left(request->>'arguments', ${MAX_SHOWN_CHARACTERS}) AS arguments_text,
      octet_length(request->>'arguments') AS arguments_bytes,
      position('[cut' IN request->>'arguments') = 0 AND position('${REDACTED}' IN request->>'arguments') = 0 AS is_whole,
      left(response->>'data', ${MAX_SHOWN_CHARACTERS}) AS answer_text,
      tokens,
      CASE WHEN kind = 'meta' THEN response->'data'->>'success_count' END AS parts_succeeded,
      CASE WHEN kind = 'meta' THEN response->'data'->>'total_count' END AS parts_total
    FROM tool_log WHERE project_id = $1 AND session_id = $2`,
  columns,
});

export type SessionCallRow = StatementRow<typeof CALLS>;
/** A call with the calls that it made itself, in order. */
export type SessionCallTree = SessionCallRow & { within: SessionCallRow[] };

export type SessionCallFilter = {
  cursor?: string | undefined;
  limit: number;
  status?: "success" | "failed" | undefined;
};

/** Calls within run while the call around them does: so long they are sought for. */
async function findWithin(projectId: string, sessionId: string, calls: readonly SessionCallRow[]) {
  const times = calls.map(({ created_at: time, duration_ms: ms }) => [time.getTime(), time.getTime() + ms] as const);
  const from = new Date(Math.min(...times.map(([start]) => start)) - SLACK_MS);
  const to = new Date(Math.max(...times.map(([, end]) => end)) + SLACK_MS);
  const more = `AND created_at >= $3 AND created_at <= $4 AND parent_id = ANY($5) ORDER BY created_at, id LIMIT ${MOST_WITHIN}`;
  return rowsWhere(CALLS, more, [projectId, sessionId, from, to, calls.map(({ id }) => id)]);
}

function conditions({ status }: SessionCallFilter, cursor: Cursor | undefined, values: unknown[]): string {
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const where = ["AND parent_id IS NULL"];
  if (status) where.push(`AND status ${status === "success" ? "=" : "<>"} 'success'`);
  if (cursor) where.push(`AND (created_at, id) < (${parameter(new Date(cursor.time))}, ${parameter(cursor.id)})`);
  return where.join(" ");
}

/**
 * A page of what a session's agent called, newest first, each with the calls within it.
 * @throws ApiError BadRequest for a foreign cursor
 */
export async function findSessionCalls(
  projectId: string,
  sessionId: string,
  filter: SessionCallFilter,
): Promise<{ calls: SessionCallTree[]; nextCursor: string | null }> {
  await flushToolLogs();
  const cursor = readCursor(filter.cursor);
  const values: unknown[] = [projectId, sessionId];
  const where = conditions(filter, cursor, values);
  const limit = `ORDER BY created_at DESC, id DESC LIMIT $${values.push(filter.limit + 1)}`;
  const rows = await rowsWhere(CALLS, `${where} ${limit}`, values);
  const pageRows = rows.slice(0, filter.limit);
  const last = pageRows.at(-1);
  const within = pageRows.some(({ kind }) => kind === "meta") ? await findWithin(projectId, sessionId, pageRows) : [];
  return {
    calls: pageRows.map((call) => ({ ...call, within: within.filter(({ parent_id: parent }) => parent === call.id) })),
    nextCursor:
      rows.length > filter.limit && last
        ? toCursor({ time: last.created_at.toISOString(), id: last.id, page: (cursor?.page ?? 1) + 1 })
        : null,
  };
}

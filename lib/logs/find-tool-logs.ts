/** Reads the log of executions: lists with filters, and one row. */
import { readCursor, toCursor } from "@/lib/kernel/database/cursor";
import { searchPool } from "@/lib/kernel/database/pools";
import { narrowed, rowsOf, rowsWhere, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { searchInTurn } from "./search-in-turn";
import { flushToolLogs } from "./record-execution";
import type { ToolLogChoice } from "./tool-log-choice";
import { timeOf, toConditions, withTools } from "./to-conditions";

export type ToolLogOrder = "newest" | "oldest";

/** `order` is newest first by default. */
export type ToolLogSearch = ToolLogChoice & { cursor?: string | null; limit: number; order?: ToolLogOrder | undefined };

const summary = {
  id: "text",
  created_at: "timestamptz",
  tool_slug: "text",
  toolkit_slug: "text",
  kind: "text",
  version: "text?",
  status: "text",
  user_id: "text?",
  account_id: "text?",
  auth_config_id: "text?",
  session_id: "text?",
  mcp_server_id: "text?",
  api_key_id: "text?",
  request_id: "text?",
  parent_id: "text?",
  parent_tool: "text?",
  error: "text?",
  error_code: "text?",
  called_as: "text?",
  duration_ms: "int4",
  timings: narrowed<Record<string, number>>()("jsonb"),
  source: narrowed<Record<string, string>>()("jsonb"),
  account: "jsonb?",
  tokens: "int4?",
  approval: "jsonb?",
  policies: "jsonb?",
} as const;
/** With the request and the answer. */
const full = { ...summary, request: "jsonb?", response: "jsonb?" } as const;

const SUMMARY = Object.keys(summary).join(", ");
const FULL = Object.keys(full).join(", ");

/** All executions of a project. The conditions of a search are appended to this text. */
const SUMMARIES = statement({
  name: "logs.summaries",
  text: `SELECT ${SUMMARY} FROM tool_log WHERE project_id = $1`,
  columns: summary,
});
const WHOLE = statement({
  name: "logs.whole",
  text: `SELECT ${FULL} FROM tool_log WHERE project_id = $1`,
  columns: full,
});
const SOME = statement({
  name: "logs.some",
  text: `SELECT ${SUMMARY} FROM tool_log WHERE project_id = $1 AND id = ANY($2) ORDER BY created_at, id`,
  columns: summary,
});
const FIND_TOOL_LOG = statement({
  name: "logs.one",
  text: `SELECT ${FULL} FROM tool_log WHERE project_id = $1 AND id = $2`,
  columns: full,
});

export type ToolLogRow = StatementRow<typeof SUMMARIES> & Partial<StatementRow<typeof WHOLE>>;

/** An index of a project's log serves both directions. */
const ORDERS = {
  newest: { by: "ORDER BY created_at DESC, id DESC", after: "<" },
  oldest: { by: "ORDER BY created_at, id", after: ">" },
} as const;

/** The SQL after `SUMMARIES` or `WHOLE`, up to the limit. */
const inOrder = (where: readonly string[], order: ToolLogOrder): string =>
  [...where.map((clause) => `AND ${clause}`), ORDERS[order].by].join(" ");

/** Which fields of each execution are read, and whether they are for an export. */
type Reading = { isFull?: boolean; isExport?: boolean };

/**
 * A page of a project's executions.
 * @throws ApiError BadRequest for a foreign cursor, TooManyRequests and Unprocessable as `searchInTurn`
 */
export async function findToolLogs(
  projectId: string,
  search: ToolLogSearch,
  { isFull = false, isExport = false }: Reading = {},
): Promise<{ rows: ToolLogRow[]; nextCursor: string | null }> {
  await flushToolLogs();
  return searchInTurn(projectId, search, isExport, () => readPage(projectId, search, isFull));
}

async function readPage(
  projectId: string,
  search: ToolLogSearch,
  isFull: boolean,
): Promise<{ rows: ToolLogRow[]; nextCursor: string | null }> {
  const values: unknown[] = [projectId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const where = toConditions(projectId, await withTools(projectId, search), parameter);
  const cursor = readCursor(search.cursor);
  const order = search.order ?? "newest";
  if (cursor)
    where.push(
      `(created_at, id) ${ORDERS[order].after} (${parameter(new Date(cursor.time))}, ${parameter(cursor.id)})`,
    );
  const more = `${inOrder(where, order)} LIMIT ${parameter(search.limit + 1)}`;
  const rows: ToolLogRow[] = await rowsWhere(isFull ? WHOLE : SUMMARIES, more, values, searchPool());
  const pageRows = rows.slice(0, search.limit);
  const last = pageRows.at(-1);
  const nextCursor =
    rows.length > search.limit && last
      ? toCursor({ time: last.created_at.toISOString(), id: last.id, page: (cursor?.page ?? 1) + 1 })
      : null;
  return { rows: pageRows, nextCursor };
}

/** The number of executions in one millisecond that a numeric cursor can distinguish. */
const AT_ONE_TIME = 1000;

type NumberedSearch = ToolLogChoice & { cursor?: number | null; limit: number };

/**
 * `findToolLogs` for clients with numeric cursors: the millisecond of the last row and the number of returned rows of
 * that millisecond, in one number.
 */
export async function findToolLogsByNumber(
  projectId: string,
  search: NumberedSearch,
): Promise<{ rows: ToolLogRow[]; nextCursor: number | null }> {
  await flushToolLogs();
  return searchInTurn(projectId, search, false, () => readNumberedPage(projectId, search));
}

async function readNumberedPage(
  projectId: string,
  { cursor, ...search }: NumberedSearch,
): Promise<{ rows: ToolLogRow[]; nextCursor: number | null }> {
  const values: unknown[] = [projectId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const where = toConditions(projectId, await withTools(projectId, search), parameter);
  const cursorTime = cursor ? Math.floor(cursor / AT_ONE_TIME) : undefined;
  const skip = cursor ? Math.floor(cursor % AT_ONE_TIME) : 0;
  if (cursorTime !== undefined) where.push(`created_at <= ${parameter(timeOf(cursorTime))}`);
  const more = `${inOrder(where, "newest")} LIMIT ${parameter(search.limit + 1)} OFFSET ${parameter(Math.max(skip, 0))}`;
  const rows = await rowsWhere(WHOLE, more, values, searchPool());
  const pageRows = rows.slice(0, search.limit);
  const last = pageRows.at(-1)?.created_at.getTime();
  if (rows.length <= search.limit || last === undefined) return { rows: pageRows, nextCursor: null };
  const same =
    pageRows.filter(({ created_at: created }) => created.getTime() === last).length + (last === cursorTime ? skip : 0);
  return { rows: pageRows, nextCursor: last * AT_ONE_TIME + Math.min(same, AT_ONE_TIME - 1) };
}

/** Those of the executions that the project has, oldest first. */
export async function findToolLogsByIds(projectId: string, ids: readonly string[]): Promise<ToolLogRow[]> {
  return rowsOf(SOME, [projectId, ids]);
}

/** One execution with its request and answer. @throws ApiError NotFound, for another project's too */
export async function requireToolLog(projectId: string, id: string): Promise<ToolLogRow> {
  await flushToolLogs();
  const [row] = await rowsOf(FIND_TOOL_LOG, [projectId, id.replaceAll("\0", "")]);
  if (!row)
    throw new ApiError("NotFound", `There is no execution ${id.slice(0, 64)} in this project's log.`, {
      suggestedFix:
        "List executions with POST /api/v3/logs/tool_execution; " +
        "older ones are gone after the log_retention_days of GET /api/v3/org/project/config.",
    });
  return row;
}

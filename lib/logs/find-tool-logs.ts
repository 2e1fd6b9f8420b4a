/** Reads the log of executions: lists with filters, and one row. */
import { readCursor, toCursor } from "@/lib/kernel/database/cursor";
import { searchPool } from "@/lib/kernel/database/pools";
import { narrowed, rowsOf, rowsWhere, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { toWordQuery } from "./to-words";
import { searchInTurn } from "./search-in-turn";
import { flushToolLogs } from "./record-execution";
import type { Filter, ToolLogChoice } from "./tool-log-choice";

export type ToolLogSearch = ToolLogChoice & { cursor?: string | null; limit: number };

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

/** Columns by the fields of the wire. Executions here have no sandbox, so that field is null for all. */
const COLUMN: Record<Filter["field"], keyof typeof summary | "NULL::text"> = {
  tool_slug: "tool_slug",
  toolkit_slug: "toolkit_slug",
  connected_account_id: "account_id",
  auth_config_id: "auth_config_id",
  status: "status",
  user_id: "user_id",
  session_id: "session_id",
  mcp_server_id: "mcp_server_id",
  sandbox_id: "NULL::text",
  request_id: "request_id",
  error_code: "error_code",
  log_id: "id",
};

const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Slugs are compared in their own case: tools upper, toolkits lower. */
function comparable({ field, value }: Filter): string {
  if (field === "tool_slug") return value.toUpperCase();
  return field === "toolkit_slug" || field === "status" ? value.toLowerCase() : value;
}

type Parameter = (value: unknown) => string;

function condition(filter: Filter, like: "LIKE" | "ILIKE", parameter: Parameter): string {
  const column = COLUMN[filter.field];
  switch (filter.operator) {
    case "==":
      return `${column} = ${parameter(comparable(filter))}`;
    case "!=":
      return `${column} IS DISTINCT FROM ${parameter(comparable(filter))}`;
    case "contains":
      return `${column} ${like} ${parameter(pattern(filter.value))}`;
    case "not_contains":
      return `(${column} IS NULL OR ${column} NOT ${like} ${parameter(pattern(filter.value))})`;
  }
}

/**
 * The tools of a project's log, read from their index by jumps: as many steps as there are tools, however long the log
 * is.
 * A part of a slug has no index, but few slugs hold it; by them a list that finds little need not read every row.
 */
const toolsLike = (like: "LIKE" | "ILIKE") =>
  statement({
    name: `logs.tools-${like}`,
    text: `WITH RECURSIVE tools AS (
    (SELECT tool_slug FROM tool_log WHERE project_id = $1 ORDER BY tool_slug LIMIT 1)
    UNION ALL SELECT (SELECT tool_slug FROM tool_log
      WHERE project_id = $1 AND tool_slug > tools.tool_slug ORDER BY tool_slug LIMIT 1)
    FROM tools WHERE tools.tool_slug IS NOT NULL)
  SELECT tool_slug FROM tools WHERE tool_slug ${like} $2`,
    columns: { tool_slug: "text" },
  });
const TOOLS = { LIKE: toolsLike("LIKE"), ILIKE: toolsLike("ILIKE") };

/** A choice with the tools that each of its parts of slugs means. */
type KnownChoice = ToolLogChoice & { tools: string[][] };

async function withTools(projectId: string, choice: ToolLogChoice): Promise<KnownChoice> {
  const isPart = ({ field, operator }: Filter): boolean => field === "tool_slug" && operator === "contains";
  const tools: string[][] = [];
  for (const filter of choice.filters ?? []) {
    if (!isPart(filter)) continue;
    const rows = await rowsOf(TOOLS[likeOf(choice)], [projectId, pattern(plain(filter.value))], searchPool());
    tools.push(rows.map((row) => row.tool_slug));
  }
  return { ...choice, filters: choice.filters?.filter((filter) => !isPart(filter)), tools };
}

const plain = (text: string): string => text.toWellFormed().replaceAll("\0", "");
const likeOf = ({ caseSensitive }: ToolLogChoice): "LIKE" | "ILIKE" => (caseSensitive ? "LIKE" : "ILIKE");

const timeOf = (ms: number): Date => new Date(Math.min(Math.max(Number.isFinite(ms) ? ms : 0, 0), 8.64e15 / 100));

const LOG_ID = /^log_\w+$/;

/** The conditions of a choice, besides the tenant's. */
function conditions(projectId: string, choice: KnownChoice, parameter: Parameter): string[] {
  const where: string[] = [];
  if (choice.from !== undefined) where.push(`created_at >= ${parameter(timeOf(choice.from))}`);
  if (choice.to !== undefined) where.push(`created_at <= ${parameter(timeOf(choice.to))}`);
  for (const filter of choice.filters ?? [])
    where.push(condition({ ...filter, value: plain(filter.value) }, likeOf(choice), parameter));
  for (const slugs of choice.tools)
    where.push(slugs.length === 0 ? "false" : `tool_slug = ANY(${parameter(slugs)}::text[])`);
  const sought = choice.search?.trim() ?? "";
  const words = toWordQuery(projectId, sought);
  if (LOG_ID.test(sought)) where.push(`id = ${parameter(sought)}`);
  else if (words) where.push(`search @@ ${parameter(words)}::tsquery`);
  return where;
}

/** The SQL after `SUMMARIES` or `WHOLE`, up to the limit. */
const newestFirst = (where: readonly string[]): string =>
  [...where.map((clause) => `AND ${clause}`), "ORDER BY created_at DESC, id DESC"].join(" ");

/** Which fields of each execution are read, and whether they are for an export. */
type Reading = { isFull?: boolean; isExport?: boolean };

/**
 * A page of a project's executions, newest first.
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
  const where = conditions(projectId, await withTools(projectId, search), parameter);
  const cursor = readCursor(search.cursor);
  if (cursor) where.push(`(created_at, id) < (${parameter(new Date(cursor.time))}, ${parameter(cursor.id)})`);
  const more = `${newestFirst(where)} LIMIT ${parameter(search.limit + 1)}`;
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
  const where = conditions(projectId, await withTools(projectId, search), parameter);
  const cursorTime = cursor ? Math.floor(cursor / AT_ONE_TIME) : undefined;
  const skip = cursor ? Math.floor(cursor % AT_ONE_TIME) : 0;
  if (cursorTime !== undefined) where.push(`created_at <= ${parameter(timeOf(cursorTime))}`);
  const more = `${newestFirst(where)} LIMIT ${parameter(search.limit + 1)} OFFSET ${parameter(Math.max(skip, 0))}`;
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

/** Reads the log of executions: lists with filters, and one row. */
import type { z } from "zod";
import { readCursor, toCursor } from "@/lib/kernel/cursor";
import { pool } from "@/lib/kernel/db";
import { ApiError } from "@/lib/kernel/errors";
import type { ToolLogFilter } from "./contract";
import { flushToolLogs } from "./tool-logs";

export type ToolLogRow = {
  id: string; created_at: Date; tool_slug: string; toolkit_slug: string; kind: string; version: string | null; status: string;
  user_id: string | null; account_id: string | null; auth_config_id: string | null; session_id: string | null; request_id: string | null;
  error: string | null; duration_ms: number; timings: Record<string, number>; source: Record<string, string>; account: unknown;
  request?: unknown; response?: unknown;
};

type Filter = z.output<typeof ToolLogFilter>;

export type ToolLogSearch = { filters?: Filter[]; from?: number; to?: number; cursor?: string | null; limit: number };

const SUMMARY = "id, created_at, tool_slug, toolkit_slug, kind, version, status, user_id, account_id, auth_config_id, session_id, request_id, error, duration_ms, timings, source, account";

/** Columns by the fields of the wire. Executions here have no sandbox, so that field is null for all. */
const COLUMN: Record<Filter["field"], string> = {
  tool_slug: "tool_slug", toolkit_slug: "toolkit_slug", connected_account_id: "account_id", auth_config_id: "auth_config_id", status: "status",
  user_id: "user_id", session_id: "session_id", sandbox_id: "NULL::text", request_id: "request_id", log_id: "id",
};

const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Slugs are compared in their own case: tools upper, toolkits lower. */
function comparable({ field, value }: Filter): string {
  if (field === "tool_slug") return value.toUpperCase();
  return field === "toolkit_slug" || field === "status" ? value.toLowerCase() : value;
}

function condition(filter: Filter, parameter: (value: unknown) => string): string {
  const column = COLUMN[filter.field];
  switch (filter.operator) {
    case "==": return `${column} = ${parameter(comparable(filter))}`;
    case "!=": return `${column} IS DISTINCT FROM ${parameter(comparable(filter))}`;
    case "contains": return `${column} ILIKE ${parameter(pattern(filter.value))}`;
    case "not_contains": return `(${column} IS NULL OR ${column} NOT ILIKE ${parameter(pattern(filter.value))})`;
  }
}

const timeOf = (ms: number): Date => new Date(Math.min(Math.max(Number.isFinite(ms) ? ms : 0, 0), 8.64e15 / 100));

/**
 * A page of a project's executions, newest first.
 * @param search.from,to Unix milliseconds, both included
 * @throws ApiError BadRequest for a foreign cursor
 */
export async function findToolLogs(projectId: string, search: ToolLogSearch): Promise<{ rows: ToolLogRow[]; nextCursor: string | null }> {
  await flushToolLogs();
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const where = [`project_id = ${parameter(projectId)}`];
  if (search.from !== undefined) where.push(`created_at >= ${parameter(timeOf(search.from))}`);
  if (search.to !== undefined) where.push(`created_at <= ${parameter(timeOf(search.to))}`);
  for (const filter of search.filters ?? []) where.push(condition({ ...filter, value: filter.value.toWellFormed().replaceAll("\0", "") }, parameter));
  const cursor = readCursor(search.cursor);
  if (cursor) where.push(`(created_at, id) < (${parameter(readTime(cursor.at))}, ${parameter(cursor.id)})`);
  const { rows } = await pool().query<ToolLogRow>(
    `SELECT ${SUMMARY} FROM tool_log WHERE ${where.join(" AND ")} ORDER BY created_at DESC, id DESC LIMIT ${parameter(search.limit + 1)}`, values);
  const kept = rows.slice(0, search.limit);
  const last = kept.at(-1);
  const nextCursor = rows.length > search.limit && last ? toCursor({ at: last.created_at.toISOString(), id: last.id, page: (cursor?.page ?? 1) + 1 }) : null;
  return { rows: kept, nextCursor };
}

/** Those of the executions that the project has, oldest first. */
export async function findToolLogsByIds(projectId: string, ids: readonly string[]): Promise<ToolLogRow[]> {
  const { rows } = await pool().query<ToolLogRow>(`SELECT ${SUMMARY} FROM tool_log WHERE project_id = $1 AND id = ANY($2) ORDER BY created_at, id`, [projectId, ids]);
  return rows;
}

function readTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new ApiError("BadRequest", "The cursor is not one of this list.", { suggestedFix: "Leave the cursor out to begin again." });
  return time;
}

/** One execution with its request and answer. @throws ApiError NotFound, for another project's too */
export async function requireToolLog(projectId: string, id: string): Promise<ToolLogRow> {
  await flushToolLogs();
  const { rows } = await pool().query<ToolLogRow>(`SELECT ${SUMMARY}, request, response FROM tool_log WHERE project_id = $1 AND id = $2`, [projectId, id.replaceAll("\0", "")]);
  const [row] = rows;
  if (!row) throw new ApiError("NotFound", `There is no execution ${id.slice(0, 64)} in this project's log.`, { suggestedFix: "List executions with POST /api/v3/logs/tool_execution; they are kept for 30 days." });
  return row;
}

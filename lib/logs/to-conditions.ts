/** The conditions of a search of the log of executions, as SQL with parameters. */
import { searchPool } from "@/lib/kernel/database/pools";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { toWordQuery } from "./to-words";
import type { Filter, ToolLogChoice } from "./tool-log-choice";

/** Columns by the fields of the wire. Executions here have no sandbox, so that field is null for all. */
const COLUMN: Record<Filter["field"], string> = {
  tool_slug: "tool_slug",
  toolkit_slug: "toolkit_slug",
  connected_account_id: "account_id",
  auth_config_id: "auth_config_id",
  status: "status",
  user_id: "user_id",
  session_id: "session_id",
  mcp_server_id: "mcp_server_id",
  api_key_id: "api_key_id",
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

/** Adds a value to the statement and returns its place, such as `$2`. */
export type Parameter = (value: unknown) => string;

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
export type KnownChoice = ToolLogChoice & { tools: string[][] };

/** Resolves the filters by parts of slugs. */
export async function withTools(projectId: string, choice: ToolLogChoice): Promise<KnownChoice> {
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

export const timeOf = (ms: number): Date =>
  new Date(Math.min(Math.max(Number.isFinite(ms) ? ms : 0, 0), 8.64e15 / 100));

const LOG_ID = /^log_\w+$/;

/** The conditions of a choice, besides the tenant's. */
export function toConditions(projectId: string, choice: KnownChoice, parameter: Parameter): string[] {
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

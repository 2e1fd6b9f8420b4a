/** Writes rows of the log of executions: each as it is, or in a smaller form where the database refuses it. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { background, log } from "@/lib/kernel/process/log";
import { toSmallRow } from "./execution-log";
import { TALLIES } from "./usage/tallies";

/** A row as JSON text for its columns, by `sealRow`. */
export type SealedRow = { id: string; sealed: string };

const COLUMNS =
  "id text, project_id text, created_at timestamptz, tool_slug text, toolkit_slug text, kind text, version text, " +
  "status text, user_id text, account_id text, auth_config_id text, session_id text, request_id text, " +
  "parent_id text, parent_tool text, error text, duration_ms int, request jsonb, response jsonb, timings jsonb, " +
  "source jsonb, account jsonb, tokens int, call_hash text, approval jsonb, mcp_server_id text, " +
  "error_code text, called_as text, api_key_id text, policies jsonb";
const NAMES = COLUMNS.replace(/ \w+(,|$)/g, "$1");

/** Gets a message for every written batch: `<project> <log id> <log id> ...`, below 8000 bytes for 200 ids. */
export const LOGGED_CHANNEL = "patchbay_logged";

/**
 * Writes rows and the counts of hours, toolkits and usage and notifies watchers, in one statement. It has one parameter
 * for any number of rows, so that there is one plan and no JSON in an array literal. Counts are updated in order, so
 * that two writers cannot deadlock. The count of a toolkit is never reset and stops at the largest number of its
 * column: an overflow must not keep the log from being written.
 */
const INSERT = statement({
  name: "logs.insert",
  text: `WITH written AS (INSERT INTO tool_log (${NAMES}, search)
    SELECT ${NAMES}, array_to_tsvector(words)
    FROM json_to_recordset($1::json) AS row (${COLUMNS}, words text[])
    ON CONFLICT (id) DO NOTHING RETURNING project_id, id, created_at, status, toolkit_slug, tool_slug, user_id,
      session_id, api_key_id, error_code, duration_ms),
  counted AS (INSERT INTO usage_counter (project_id, hour, total, failed)
    SELECT project_id, date_trunc('hour', created_at, 'UTC'), count(*), count(*) FILTER (WHERE status <> 'success')
    FROM written GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (project_id, hour) DO UPDATE
    SET total = usage_counter.total + excluded.total, failed = usage_counter.failed + excluded.failed),
  used AS (INSERT INTO toolkit_usage (project_id, toolkit_slug, total)
    SELECT project_id, toolkit_slug, count(*) FROM written WHERE toolkit_slug <> '' GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (project_id, toolkit_slug) DO UPDATE SET total = least(toolkit_usage.total::bigint + excluded.total, 2147483647)),
  ${TALLIES}
  SELECT pg_notify('${LOGGED_CHANNEL}', project_id || ' ' || string_agg(id, ' ')) FROM written GROUP BY project_id`,
  columns: { pg_notify: "void" },
});

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

/**
 * SQLSTATE classes of a statement that fails at every attempt: 22 data exception, 23 integrity, 54 program limit; XX,
 * internal error, can be another.
 */
const isRefusal = (error: unknown): boolean => /^(22|23|54|XX)/.test(codeOf(error));

/** Stores a refused row in its smaller form. */
async function writeSmaller({ id, sealed }: SealedRow, onLost: (id: string) => void): Promise<boolean> {
  try {
    await rowsOf(INSERT, [`[${toSmallRow(sealed)}]`]);
  } catch (error) {
    if (!isRefusal(error) || codeOf(error).startsWith("XX")) return false;
    onLost(id);
    log.error(background("execution log"), "an execution could not be recorded, not even in a smaller form", {
      logId: id,
      error,
    });
  }
  return true;
}

/**
 * Stores rows, each once however often it is sent; what the database refuses is stored in a smaller form.
 * @param onLost gets the id of a row that is refused in any form
 * @returns whether it is done; false means to try again
 */
export async function writeRows(rows: readonly SealedRow[], onLost: (id: string) => void): Promise<boolean> {
  try {
    await rowsOf(INSERT, [`[${rows.map(({ sealed }) => sealed).join(",")}]`]);
    return true;
  } catch (error) {
    const [first] = rows;
    if (!first || !isRefusal(error)) {
      log.warn(background("execution log"), "the execution log could not be written, another try follows", { error });
      return false;
    }
    if (rows.length === 1) {
      log.warn(
        background("execution log"),
        "the database refused a row of the execution log, which is stored smaller",
        {
          logId: first.id,
          error,
        },
      );
      return writeSmaller(first, onLost);
    }
    const half = rows.length >> 1;
    return (await writeRows(rows.slice(0, half), onLost)) && writeRows(rows.slice(half), onLost);
  }
}

/** Writes the log of executions, without slowing them down or making them fail. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { onStop } from "@/lib/kernel/process/lifecycle";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import type { HiddenNames } from "@/lib/kernel/text/redact";
import { shareInFlight, type InFlight } from "@/lib/kernel/concurrency/shared";
import type { LogSource } from "./log-source";
import { toPath, toWords } from "./log-words";
import { toStoredJson, toStoredText } from "./stored-payload";

export type ExecutionLog = {
  /** `log_...`, made by the caller so that the answer can name it. */
  id: string;
  projectId: string;
  startedAt: Date;
  durationMs: number;
  toolSlug: string;
  toolkitSlug: string;
  /** `meta`: a tool that runs others; they have rows of their own, of which it is the parent. */
  kind: "tool" | "proxy" | "meta";
  version?: string | undefined;
  successful: boolean;
  error?: string | null;
  /** Of a failure: the provider's status, or the code of our own refusal. */
  errorCode?: number | undefined;
  /** The name that the caller used, where it is not the tool's own. */
  calledAs?: string | undefined;
  userId?: string | undefined;
  accountId?: string | undefined;
  authConfigId?: string | undefined;
  sessionId?: string | undefined;
  /** The MCP server that was called. */
  mcpServerId?: string | undefined;
  requestId?: string | undefined;
  /** The execution of which this one is a part. */
  parent?: { logId: string; toolSlug: string } | undefined;
  /** Any JSON value; secrets are taken out before it is stored. */
  request?: unknown;
  response?: unknown;
  /** Texts that must not be stored wherever they appear. */
  secrets: readonly string[];
  /** Names, in lower case, whose values must not be stored, beside those that every secret has. */
  secretNames?: HiddenNames | undefined;
  /** Milliseconds. */
  timings: {
    prepareMs?: number | undefined;
    queueMs?: number | undefined;
    refreshMs?: number | undefined;
    upstreamMs?: number | undefined;
  };
  source: LogSource;
  /** Which account was used and by which rule. */
  account?: Record<string, unknown> | undefined;
  /** Within a session: about how many tokens the answer gave to the agent. */
  tokens?: number | undefined;
  /** Of a call whose caller may not know that it was carried out: what repeats of it have in common. */
  callHash?: string | undefined;
  /** Who allowed it, and when, where somebody had to be asked. */
  approval?: Record<string, unknown> | undefined;
  /** Whether the project stores requests and answers. */
  storePayloads: boolean;
};

/** A row that waits to be written; `sealed` is its JSON text, made when it is written or when many wait. */
type Waiting = { row?: ExecutionLog; sealed?: string };

type Buffer = {
  waiting: Waiting[];
  /** The size of the waiting rows with JSON text. */
  bytes: number;
  /** The number of rows ever recorded, and of those written or given up. */
  recorded: number;
  done: number;
  /** Rows given up since the last report. */
  dropped: number;
  /** Writes that failed in a row. */
  failures: number;
  timer?: NodeJS.Timeout;
  writes: InFlight<void>;
};

const MAX_BATCH = 200;
/**
 * Rows wait this long to be written together: per row, a statement for one costs five times as much as one for twenty.
 */
const GATHER_MS = 40;
const MAX_WAITING = 10_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

const buffer = () =>
  processMemory("logs.buffer", (): Buffer => {
    onStop("execution log", flushToolLogs);
    return { waiting: [], bytes: 0, recorded: 0, done: 0, dropped: 0, failures: 0, writes: shareInFlight() };
  });

const COLUMNS =
  "id text, project_id text, created_at timestamptz, tool_slug text, toolkit_slug text, kind text, version text, status text, user_id text, account_id text, auth_config_id text, session_id text, request_id text, parent_id text, parent_tool text, error text, duration_ms int, request jsonb, response jsonb, timings jsonb, source jsonb, account jsonb, tokens int, call_hash text, approval jsonb, mcp_server_id text, error_code text, called_as text";
const NAMES = COLUMNS.replace(/ \w+(,|$)/g, "$1");

/** Gets a message for every written batch: `<project> <log id> <log id> ...`, below 8000 bytes for MAX_BATCH ids. */
export const LOGGED_CHANNEL = "patchbay_logged";

/**
 * Writes rows and the counts of hours and toolkits and notifies watchers, in one statement. One parameter for any number of rows, so that there
 * is one plan and no JSON in an array literal. Counts are updated in order, so that two writers cannot deadlock. The count of
 * a toolkit, which never begins anew, stops at the largest number of its column: one more must not keep the log from being written.
 */
const INSERT = statement({
  name: "logs.insert",
  text: `WITH written AS (INSERT INTO tool_log (${NAMES}, search) SELECT ${NAMES}, array_to_tsvector(words) FROM json_to_recordset($1::json) AS row (${COLUMNS}, words text[]) ON CONFLICT (id) DO NOTHING RETURNING project_id, id, created_at, status, toolkit_slug),
  counted AS (INSERT INTO usage_counter (project_id, hour, total, failed)
    SELECT project_id, date_trunc('hour', created_at, 'UTC'), count(*), count(*) FILTER (WHERE status <> 'success') FROM written GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (project_id, hour) DO UPDATE SET total = usage_counter.total + excluded.total, failed = usage_counter.failed + excluded.failed),
  used AS (INSERT INTO toolkit_usage (project_id, toolkit_slug, total)
    SELECT project_id, toolkit_slug, count(*) FROM written GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (project_id, toolkit_slug) DO UPDATE SET total = least(toolkit_usage.total::bigint + excluded.total, 2147483647))
  SELECT pg_notify('${LOGGED_CHANNEL}', project_id || ' ' || string_agg(id, ' ')) FROM written GROUP BY project_id`,
  columns: { pg_notify: "void" },
});

/** A row as JSON text, without secrets. */
function sealRow(row: ExecutionLog): string {
  const { secrets } = row;
  const hidden = { secrets, names: row.secretNames };
  const text = (value: string | null | undefined, max?: number) => toStoredText(value, secrets, max);
  const [tool, called, user, account, error] = [
    text(row.toolSlug),
    text(row.calledAs),
    text(row.userId),
    text(row.accountId),
    text(row.error, 2000),
  ];
  const path = row.storePayloads ? text(toPath(row.request)) : null;
  const columns = JSON.stringify({
    id: row.id,
    project_id: row.projectId,
    created_at: row.startedAt,
    tool_slug: tool,
    toolkit_slug: text(row.toolkitSlug),
    kind: row.kind,
    version: text(row.version),
    status: row.successful ? "success" : "failed",
    user_id: user,
    account_id: account,
    auth_config_id: text(row.authConfigId),
    session_id: text(row.sessionId),
    mcp_server_id: row.mcpServerId,
    request_id: text(row.requestId),
    parent_id: text(row.parent?.logId),
    parent_tool: text(row.parent?.toolSlug),
    error,
    error_code: row.errorCode === undefined ? undefined : String(row.errorCode),
    called_as: called,
    duration_ms: Math.round(row.durationMs),
    timings: row.timings,
    tokens: row.tokens,
    call_hash: row.callHash,
    words: toWords(row.projectId, [tool, called, user, account, path, error]),
  });
  const parts = [`"source":${toStoredJson(row.source, hidden, 2000)}`];
  if (row.account) parts.push(`"account":${toStoredJson(row.account, hidden, 2000)}`);
  if (row.approval) parts.push(`"approval":${toStoredJson(row.approval, hidden, 2000)}`);
  if (row.storePayloads && row.request !== undefined) parts.push(`"request":${toStoredJson(row.request, hidden)}`);
  if (row.storePayloads && row.response !== undefined) parts.push(`"response":${toStoredJson(row.response, hidden)}`);
  return `${columns.slice(0, -1)},${parts.join(",")}}`;
}

function seal(entry: Waiting): string {
  if (entry.row) {
    entry.sealed = sealRow(entry.row);
    entry.row = undefined;
    buffer().bytes += entry.sealed.length;
  }
  return entry.sealed ?? "{}";
}

const bytesOf = (entries: readonly Waiting[]): number =>
  entries.reduce((sum, { sealed }) => sum + (sealed?.length ?? 0), 0);

/** Drops the oldest rows if the database cannot keep up, so that executions are not slowed down. */
function dropOldest(state: Buffer): void {
  while (state.waiting.length > MAX_WAITING || (state.bytes > MAX_WAITING_BYTES && state.waiting.length > MAX_BATCH)) {
    const oldest = state.waiting.shift();
    state.bytes -= oldest?.sealed?.length ?? 0;
    state.dropped++;
    state.done++;
  }
}

/**
 * Keeps one execution for the log and returns at once; it is written within milliseconds, together with its neighbors.
 */
export function recordExecution(row: ExecutionLog): void {
  const state = buffer();
  const entry: Waiting = { row };
  state.waiting.push(entry);
  state.recorded++;
  // The rows of one batch may hold whole answers in memory; further ones are cut to their stored size at once.
  if (state.waiting.length > MAX_BATCH) seal(entry);
  dropOldest(state);
  if (!state.writes.find("")) state.timer ??= setTimeout(() => void write(state), GATHER_MS);
}

/** Waits until everything recorded before the call is written or given up. */
export async function flushToolLogs(): Promise<void> {
  const state = buffer();
  const goal = state.recorded;
  while (state.done < goal) await write(state);
}

/** Writes waiting rows, or joins the running write. */
async function write(state: Buffer): Promise<void> {
  clearTimeout(state.timer);
  state.timer = undefined;
  await state.writes.run("", () =>
    writeWaiting(state).catch((error: unknown) =>
      log.error(background("execution log"), "the execution log could not be written", { error }),
    ),
  );
  reportDropped(state);
  if (state.waiting.length > 0 && !state.writes.find(""))
    state.timer ??= setTimeout(() => void write(state), GATHER_MS);
}

async function writeWaiting(state: Buffer): Promise<void> {
  do {
    const batch = state.waiting.splice(0, MAX_BATCH);
    const written = await writeBatch(batch.map(seal));
    state.bytes -= bytesOf(batch);
    if (written) {
      state.failures = 0;
      state.done += batch.length;
    } else await retryLater(state, batch);
  } while (state.waiting.length >= MAX_BATCH);
}

const PAUSES_MS = [100, 500, 2000, 5000];

/** Puts a failed batch back and waits; after the last pause it is given up. */
async function retryLater(state: Buffer, batch: Waiting[]): Promise<void> {
  const pause = PAUSES_MS[state.failures];
  if (pause === undefined) {
    state.dropped += batch.length;
    state.done += batch.length;
    return;
  }
  state.failures++;
  state.waiting.unshift(...batch);
  state.bytes += bytesOf(batch);
  dropOldest(state);
  await new Promise((resolve) => setTimeout(resolve, pause));
}

function reportDropped(state: Buffer): void {
  if (state.dropped === 0) return;
  log.warn(
    background("execution log"),
    "rows of the execution log were dropped because the database could not take them",
    {
      dropped: state.dropped,
    },
  );
  state.dropped = 0;
}

/** SQLSTATE classes of data that can never be stored (22 data exception, 23 integrity, 54 program limit). */
const isBadData = (error: unknown): boolean =>
  /^(22|23|54)/.test(String((error as { code?: unknown } | null)?.code ?? ""));

/** Whether the batch is finished: written, without rows that cannot be stored. False means to try again. */
async function writeBatch(rows: string[]): Promise<boolean> {
  try {
    await rowsOf(INSERT, [`[${rows.join(",")}]`]);
    return true;
  } catch (error) {
    if (!isBadData(error)) {
      log.warn(background("execution log"), "the execution log could not be written, another try follows", { error });
      return false;
    }
    if (rows.length === 1) {
      log.warn(background("execution log"), "a row of the execution log could not be stored and was left out", {
        error,
      });
      return true;
    }
    const half = rows.length >> 1;
    return (await writeBatch(rows.slice(0, half))) && writeBatch(rows.slice(half));
  }
}

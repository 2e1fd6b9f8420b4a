/** Writes the log of executions, without slowing them down or making them fail. */
import { onStop } from "@/lib/kernel/process/lifecycle";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { shareInFlight, type InFlight } from "@/lib/kernel/concurrency/memoize";
import { endCalls, removeJournal } from "./begin-call";
import { type ExecutionLog, sealRow } from "./execution-log";
import { spillRows } from "./spill-rows";
import { type SealedRow, writeRows } from "./write-rows";

export type { ExecutionLog } from "./execution-log";
export { LOGGED_CHANNEL } from "./write-rows";

/** A row that waits to be written; `sealed` is its JSON text, made when it is written or when many wait. */
type Waiting = { id: string; row?: ExecutionLog | undefined; sealed?: string };

type Buffer = {
  waiting: Waiting[];
  /** The rows that are being written, which no longer wait. */
  inWriting: Waiting[];
  /** The size of the waiting rows with JSON text. */
  bytes: number;
  /** The number of rows ever recorded, and of those written or dropped. */
  recorded: number;
  done: number;
  /**
   * The number of rows ever dropped, how many of them the server's log has reported, and the time of the last:
   * `performance.now()`.
   */
  dropped: number;
  reported: number;
  droppedAt: number;
  /** Writes that failed in a row. */
  failures: number;
  timer?: NodeJS.Timeout | undefined;
  writes: InFlight<void>;
};

const MAX_BATCH = 200;
/**
 * Rows wait this long to be written together. Per row, a statement for one row costs five times as much as a statement
 * for twenty.
 */
const GATHER_MS = 40;
const MAX_WAITING = 10_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** Pauses between attempts. The last pause repeats until the rows are written or the buffer is full. */
const PAUSES_MS = [100, 500, 2000, 5000] as const;
const LONGEST_PAUSE_MS = 5000;
/** How long a reader waits for rows that the database does not take. */
const PATIENCE_MS = 2_500;
/** How long a stop does. */
const STOP_PATIENCE_MS = 8_000;
/** A drop counts as going on for so long. */
const GROWING_MS = 60_000;

const buffer = () =>
  processMemory("logs.buffer", (): Buffer => {
    onStop("execution log", stop);
    return {
      waiting: [],
      inWriting: [],
      bytes: 0,
      recorded: 0,
      done: 0,
      dropped: 0,
      reported: 0,
      droppedAt: -Infinity,
      failures: 0,
      writes: shareInFlight(),
    };
  });

function seal(entry: Waiting): SealedRow {
  if (entry.row) {
    entry.sealed = sealRow(entry.row);
    entry.row = undefined;
    buffer().bytes += entry.sealed.length;
  }
  return { id: entry.id, sealed: entry.sealed ?? "{}" };
}

const bytesOf = (entries: readonly Waiting[]): number =>
  entries.reduce((sum, { sealed }) => sum + (sealed?.length ?? 0), 0);

function countDropped(state: Buffer): void {
  state.dropped++;
  state.droppedAt = performance.now();
}

/** Drops the oldest rows if the database cannot keep up, so that executions are not slowed down. */
function dropOldest(state: Buffer): void {
  while (state.waiting.length > MAX_WAITING || (state.bytes > MAX_WAITING_BYTES && state.waiting.length > MAX_BATCH)) {
    const oldest = state.waiting.shift();
    if (oldest) endCalls([oldest]);
    state.bytes -= oldest?.sealed?.length ?? 0;
    countDropped(state);
    state.done++;
  }
}

/** Adds one execution to the log and returns at once. It is written within milliseconds, together with other rows. */
export function recordExecution(row: ExecutionLog): void {
  const state = buffer();
  const entry: Waiting = { id: row.id, row };
  state.waiting.push(entry);
  state.recorded++;
  // The rows of one batch can keep whole answers in memory. Further rows are cut to their stored size at once.
  if (state.waiting.length > MAX_BATCH) seal(entry);
  dropOldest(state);
  if (!state.writes.find("")) state.timer ??= setTimeout(() => void write(state), GATHER_MS);
}

/**
 * Waits until everything recorded before the call is written or dropped. If the database does not accept rows, waits
 * `ms` at most.
 */
async function flush(state: Buffer, ms: number): Promise<void> {
  const goal = state.recorded;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    const look = () => {
      // A database that is only slow is waited for.
      if (state.failures === 0) return void (timer = setTimeout(look, ms));
      isOver = true;
      resolve();
    };
    timer = setTimeout(look, ms);
  });
  const writeAll = async () => {
    while (state.done < goal && !isOver) await write(state);
  };
  await Promise.race([writeAll(), late]).finally(() => clearTimeout(timer));
}

/** Waits until everything recorded before the call is written, so that it is read; see `PATIENCE_MS`. */
export async function flushToolLogs(): Promise<void> {
  const state = buffer();
  if (state.done < state.recorded) await flush(state, PATIENCE_MS);
}

/** Writes the remaining rows when the process stops: into the data folder, if the database does not accept them. */
async function stop(): Promise<void> {
  const state = buffer();
  await flush(state, STOP_PATIENCE_MS);
  if (state.done < state.recorded) await spillRows([...state.inWriting, ...state.waiting].map(seal));
  removeJournal();
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
    state.inWriting = batch;
    const isWritten = await writeRows(batch.map(seal), () => countDropped(state));
    state.inWriting = [];
    state.bytes -= bytesOf(batch);
    if (isWritten) {
      endCalls(batch);
      state.failures = 0;
      state.done += batch.length;
    } else await retryLater(state, batch);
  } while (state.waiting.length >= MAX_BATCH);
}

/** Puts a failed batch back and waits. */
async function retryLater(state: Buffer, batch: Waiting[]): Promise<void> {
  const pause = PAUSES_MS[state.failures] ?? LONGEST_PAUSE_MS;
  state.failures++;
  state.waiting.unshift(...batch);
  state.bytes += bytesOf(batch);
  dropOldest(state);
  await new Promise((resolve) => setTimeout(resolve, pause));
}

function reportDropped(state: Buffer): void {
  if (state.dropped === state.reported) return;
  log.warn(
    background("execution log"),
    "rows of the execution log were dropped because the database could not take them",
    { dropped: state.dropped - state.reported },
  );
  state.reported = state.dropped;
}

/**
 * How many executions wait to be written, how many were dropped since the start, and whether some were in the last
 * minute.
 */
export function logState(): { waiting: number; dropped: number; isDropping: boolean } {
  const { recorded, done, dropped, droppedAt } = buffer();
  return { waiting: recorded - done, dropped, isDropping: performance.now() - droppedAt < GROWING_MS };
}

/** Writes the rows of calls whose process was killed before it could. */
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { jobPool } from "@/lib/kernel/database/pools";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { isAliveSql, sweepTimes } from "@/lib/kernel/database/watch-workers";
import { onStop } from "@/lib/kernel/process/lifecycle";
import { background, log } from "@/lib/kernel/process/log";
import { aliveNameOf, type BegunCall, isOwnJournal, JOURNAL_ENDING, journalFolder, shorterOf } from "./begin-call";
import { sealRow } from "./execution-log";
import { writeRows } from "./write-rows";

/** The number of rows that one statement writes. */
const BATCH = 200;
const PAUSE_MS = 2_000;

const UNKNOWN_OUTCOME =
  "The server ended before it knew how this execution ended; it may have been carried out at the provider.";

const on = background("execution log");

const NOT_ALIVE = statement({
  name: "logs.gone-processes",
  text: `SELECT name FROM unnest($1::text[]) AS name WHERE NOT ${isAliveSql("name")}`,
  columns: { name: "text" },
});

/** Files of processes that are not marked as alive. */
async function findGone(files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const names = new Set((await rowsOf(NOT_ALIVE, [files.map(aliveNameOf)], jobPool())).map(({ name }) => name));
  return files.filter((file) => names.has(aliveNameOf(file)));
}

/** The value for what is not there; every other error stays one. */
const ifAbsent =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === "ENOENT") return value;
    throw error;
  };

async function findJournals(): Promise<string[]> {
  const names = await readdir(journalFolder()).catch(ifAbsent<string[]>([]));
  const files = names.filter((name) => name.endsWith(JOURNAL_ENDING)).map((name) => path.join(journalFolder(), name));
  return files.filter((file) => !isOwnJournal(file));
}

/** The call of a line; undefined for the last line of a process that was killed while it wrote. */
function toCall(line: string): BegunCall | undefined {
  try {
    const call = JSON.parse(line) as BegunCall;
    return { ...call, startedAt: new Date(call.startedAt) };
  } catch {
    return undefined;
  }
}

const toSealedRow = (call: BegunCall) => ({
  id: call.id,
  sealed: sealRow({
    ...call,
    ...{ durationMs: 0, successful: false, error: UNKNOWN_OUTCOME, errorCode: 500 },
    ...{ secrets: [], timings: {}, storePayloads: false },
  }),
});

type IsThere = (projectId: string) => Promise<boolean>;

/** Writes the rows of one file; a row that is in the database already stays as it is. @returns whether it is done */
async function writeLost(calls: readonly BegunCall[], isThere: IsThere): Promise<boolean> {
  try {
    const living = new Map<string, boolean>();
    for (const id of new Set(calls.map(({ projectId }) => projectId))) living.set(id, await isThere(id));
    const rows = calls.filter(({ projectId }) => living.get(projectId)).map(toSealedRow);
    for (let from = 0; from < rows.length; from += BATCH)
      if (!(await writeRows(rows.slice(from, from + BATCH), () => undefined))) return false;
    return true;
  } catch (error) {
    log.warn(on, "calls of a process that was killed could not be recorded, another try follows", { error });
    return false;
  }
}

const waitFor = (ms: number, stop: AbortSignal): Promise<unknown> =>
  pause(ms, undefined, { signal: stop }).catch(() => undefined);

async function keepFile(file: string, isThere: IsThere, stop: AbortSignal): Promise<void> {
  // Another process can have recorded its calls by now.
  const text = await readFile(file, "utf8").catch(ifAbsent(""));
  const calls = text.split("\n").flatMap((line) => toCall(line) ?? []);
  while (!stop.aborted && !(await writeLost(calls, isThere))) await waitFor(PAUSE_MS, stop);
  if (stop.aborted) return;
  for (const left of [file, shorterOf(file)]) await rm(left, { force: true });
  if (calls.length > 0)
    log.warn(on, "a process was killed while calls ran; those without a row have one that says so", {
      count: calls.length,
    });
}

async function keepAll(isThere: IsThere, stop: AbortSignal): Promise<void> {
  // A process that starts at this moment, or that lost its connection, is marked as alive by then.
  const suspected = await findGone(await findJournals());
  if (suspected.length > 0) await waitFor(sweepTimes().gone, stop);
  for (const file of await findGone(suspected))
    await keepFile(file, isThere, stop).catch((error: unknown) =>
      log.error(on, "a file of calls of a killed process could not be read; it stays for the next start", { error }),
    );
}

/**
 * Records the calls that killed processes on this data folder had begun.
 * @param isThere whether a project still is
 */
export async function keepLostCalls(isThere: IsThere): Promise<void> {
  const stop = new AbortController();
  const work = keepAll(isThere, stop.signal).catch((error: unknown) =>
    log.error(on, "calls of processes that were killed could not be recorded", { error }),
  );
  onStop("calls of killed processes", async () => {
    stop.abort();
    await work;
  });
  await work;
}

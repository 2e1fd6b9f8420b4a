/**
 * Rows of the log that the database did not accept before a stop: sealed files in the data folder, until a later start
 * records them.
 */
import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { env } from "@/lib/kernel/process/env";
import { countKeptBytes, findKeptFiles, findKeptKeyIds, keepFile } from "@/lib/kernel/process/keep-file";
import { onStop } from "@/lib/kernel/process/lifecycle";
import { background, log } from "@/lib/kernel/process/log";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import { type SealedRow, writeRows } from "./write-rows";

/** The number of rows that one statement writes. */
const ROWS_A_FILE = 200;
/** The limit on all files together: a few stops with a full buffer. */
const MAX_BYTES = 256 * 1024 * 1024;
const PAUSE_MS = 2000;
/** So many ids of lost executions are named. */
const NAMED = 200;

const folder = (): string => path.join(env().dataDir, "unstored-log");

/** A file is opened under its own name alone. Its rows are of several projects. */
const sealContext = (name: string) => ({ projectId: "", rowId: name, column: "unstored log" });

const on = background("execution log");

/**
 * Writes rows into one file.
 * @returns its size in bytes
 */
async function spill(rows: readonly SealedRow[], room: number): Promise<number> {
  const name = `${randomUUID()}.json`;
  const text = JSON.stringify({ sealed: sealJson(rows, sealContext(name)) });
  if (text.length > room) throw new Error(`The folder ${folder()} holds its ${MAX_BYTES} bytes.`);
  await keepFile(folder(), name, text);
  return text.length;
}

/** Writes rows into the data folder. Rows without space are lost, and the server's log names them. */
export async function spillRows(rows: readonly SealedRow[]): Promise<void> {
  const lostIds: string[] = [];
  // A folder that cannot be read cannot be written either. The message below about lost rows covers that.
  let room = MAX_BYTES - (await countKeptBytes(folder()).catch(() => 0));
  for (let from = 0; from < rows.length; from += ROWS_A_FILE) {
    const some = rows.slice(from, from + ROWS_A_FILE);
    try {
      room -= await spill(some, room);
    } catch (error) {
      log.error(on, "executions that the database did not take could not be written to the data folder", { error });
      lostIds.push(...some.map(({ id }) => id));
    }
  }
  if (lostIds.length < rows.length)
    log.warn(on, "the process stops before the database took these executions; the next start records them", {
      count: rows.length - lostIds.length,
    });
  if (lostIds.length > 0)
    log.error(on, "the process stops before the database took these executions", {
      count: lostIds.length,
      logIds: lostIds.slice(0, NAMED),
    });
}

/** The ids of the keys that the files are sealed with. */
export const findSpilledRowKeyIds = (): Promise<string[]> => findKeptKeyIds(folder());

async function readSpilled(file: string): Promise<SealedRow[] | undefined> {
  try {
    const { sealed } = JSON.parse(await readFile(file, "utf8")) as { sealed: string };
    return openJson(sealed, sealContext(path.basename(file))) as SealedRow[];
  } catch (error) {
    log.error(on, "a file of executions that were not recorded cannot be read, and is left where it is", {
      error,
      file,
    });
    return undefined;
  }
}

type IsThere = (projectId: string) => Promise<boolean>;

const projectOf = ({ sealed }: SealedRow): string => (JSON.parse(sealed) as { project_id: string }).project_id;

/** Records rows, but for those of projects that were deleted meanwhile. @returns whether it is done */
async function record(rows: readonly SealedRow[], isThere: IsThere): Promise<boolean> {
  try {
    const living = new Map<string, boolean>();
    for (const projectId of new Set(rows.map(projectOf))) living.set(projectId, await isThere(projectId));
    const livingRows = rows.filter((row) => living.get(projectOf(row)));
    return livingRows.length === 0 || (await writeRows(livingRows, () => undefined));
  } catch (error) {
    log.warn(on, "executions of an earlier process could not be recorded, another try follows", { error });
    return false;
  }
}

async function keepAll(isThere: IsThere, stop: AbortSignal): Promise<void> {
  let count = 0;
  for (const file of await findKeptFiles(folder())) {
    const rows = await readSpilled(file);
    if (!rows) continue;
    while (!stop.aborted && !(await record(rows, isThere)))
      await pause(PAUSE_MS, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return;
    // A row that is in the database already, as its file outlived it, is not written again.
    await rm(file, { force: true });
    count += rows.length;
  }
  if (count > 0) log.info(on, "executions of a process that stopped without the database were recorded", { count });
}

/**
 * Records the rows that an earlier process left in files, for as long as it takes.
 * @param isThere whether a project still is
 */
export async function keepSpilledRows(isThere: IsThere): Promise<void> {
  const stop = new AbortController();
  const work = keepAll(isThere, stop.signal).catch((error: unknown) =>
    log.error(on, "files of executions that were not recorded are left where they are", { error }),
  );
  onStop("executions of an earlier process", async () => {
    stop.abort();
    await work;
  });
  await work;
}

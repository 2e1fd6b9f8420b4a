/**
 * Calls that can change something, from before they are sent until their row is in the database: lines in a file of
 * this process. A written line outlives the process, also if it is killed, and costs a call some microseconds, where a
 * row in the database would cost a round trip.
 */
import { randomUUID } from "node:crypto";
import { closeSync, ftruncateSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import { keepAlive } from "@/lib/kernel/database/watch-workers";
import { env } from "@/lib/kernel/process/env";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import type { ExecutionLog } from "./execution-log";

/** The part of a row that is known before the call is sent, and holds no content of it. */
export type BegunCall = Pick<
  ExecutionLog,
  | ("id" | "projectId" | "startedAt" | "toolSlug" | "toolkitSlug" | "kind" | "version" | "calledAs")
  | ("userId" | "accountId" | "authConfigId" | "sessionId" | "mcpServerId" | "apiKeyId" | "requestId" | "parent")
  | ("source" | "approval")
>;

type Journal = {
  file: string;
  fd: number | undefined;
  /** The lines of calls without a row, by the ID of the call. */
  open: Map<string, string>;
  bytes: number;
  /** The size at which lines of calls that have a row are removed. */
  limit: number;
  /** Whether the server's log has reported that the file cannot be written. */
  isReported: boolean;
};

/** About a thousand lines. */
const SMALL_BYTES = 256 * 1024;
export const JOURNAL_ENDING = ".jsonl";

export const journalFolder = (): string => path.join(env().dataDir, "begun-calls");

/** The file that takes the place of a journal; a process that is killed in between leaves both. */
export const shorterOf = (file: string): string => `${file}.new`;

/** The name under which the process of a file is marked as alive. */
export const aliveNameOf = (file: string): string => `calls ${path.basename(file, JOURNAL_ENDING)}`;

const journal = () =>
  processMemory("logs.begun", (): Journal => {
    const file = path.join(journalFolder(), `${randomUUID()}${JOURNAL_ENDING}`);
    keepAlive(aliveNameOf(file));
    return { file, fd: undefined, open: new Map(), bytes: 0, limit: SMALL_BYTES, isReported: false };
  });

function openFile(state: Journal): number {
  mkdirSync(journalFolder(), { recursive: true, mode: 0o700 });
  return (state.fd = openSync(state.file, "a", 0o600));
}

/** A call is not refused because its line cannot be written: its row comes as always, unless the process is killed. */
function quietly(state: Journal, write: () => void): void {
  try {
    write();
    state.isReported = false;
  } catch (error) {
    if (!state.isReported)
      log.error(background("execution log"), "calls that begin can't be written to the data folder", { error });
    state.isReported = true;
  }
}

/** Writes down that a call is about to be sent. */
export function beginCall(call: BegunCall): void {
  const state = journal();
  const line = `${JSON.stringify(call)}\n`;
  state.open.set(call.id, line);
  quietly(state, () => {
    state.bytes += writeSync(state.fd ?? openFile(state), line);
  });
}

/** Removes the lines of calls that have a row. The new file takes the place of the old one at once. */
function shorten(state: Journal, fd: number): void {
  const rest = [...state.open.values()].join("");
  if (rest === "") ftruncateSync(fd, 0);
  else {
    const next = shorterOf(state.file);
    writeFileSync(next, rest, { mode: 0o600 });
    renameSync(next, state.file);
    closeSync(fd);
    state.fd = undefined;
  }
  state.bytes = Buffer.byteLength(rest);
  state.limit = Math.max(SMALL_BYTES, 2 * state.bytes);
}

/** The rows of these calls are in the database, or were dropped. */
export function endCalls(ids: readonly { id: string }[]): void {
  const state = journal();
  if (state.open.size === 0) return;
  for (const { id } of ids) state.open.delete(id);
  const { fd } = state;
  // A line that stays could outlive its row, and a later start would write the row again, as that of a failed call.
  if ((state.open.size === 0 || state.bytes > state.limit) && fd !== undefined)
    quietly(state, () => shorten(state, fd));
}

/** Removes the file at the end of a process that has written its rows. */
export function removeJournal(): void {
  const state = journal();
  if (state.fd !== undefined) closeSync(state.fd);
  state.fd = undefined;
  rmSync(state.file, { force: true });
}

/** Whether a file is that of this process. */
export const isOwnJournal = (file: string): boolean => file === journal().file;

/** Writes that must not be lost: retried until the database has stored them. */
import type { PrismaClient } from "@/generated/prisma/client";
import { db, Prisma, withFreshDb } from "./db";
import { onStop } from "../process/lifecycle";
import { log, type Origin } from "../process/log";
import { processMemory } from "../process-memory";

/** A write that takes longer hangs with its connection. */
const PATIENCE_MS = 2000;
const FIRST_PAUSE_MS = 50;
/** Short, so that the write is among the first when the database is back. */
const MAX_PAUSE_MS = 1000;

const state = () =>
  processMemory("persist", () => {
    const created = { running: 0, stop: new AbortController(), idle: () => {} };
    onStop("writes that must not be lost", async () => {
      created.stop.abort();
      if (created.running > 0)
        await new Promise<void>((resolve) => {
          created.idle = resolve;
        });
    });
    return created;
  });

/** Delays an orderly stop of the process until `work` has ended. */
export async function beforeStop<T>(work: () => Promise<T>): Promise<T> {
  const here = state();
  here.running++;
  try {
    return await work();
  } finally {
    if (--here.running === 0) here.idle();
  }
}

/** Waits; ends early if the process is to stop. */
function pause(ms: number): Promise<void> {
  const { signal } = state().stop;
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
  });
}

async function withinPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The database timed out.")), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Codes of Prisma for values that no column takes (https://www.prisma.io/docs/orm/reference/error-reference), and the
 * SQLSTATEs of class 22 (data exception).
 */
const UNSTORABLE = /^(P20(00|05|06|07|19|20|23|33)|22...)$/;

/** Whether the database can never store this, however often it is asked. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientValidationError ||
  UNSTORABLE.test(String((error as { code?: unknown } | null)?.code ?? ""));

/**
 * Writes on a connection of the pool; if that fails, on new connections with growing pauses until it succeeds.
 * @param write must be repeatable: it can run several times, also after a success whose answer was lost
 * @param onTrouble is called after the first failure, before the second try
 * @throws the last error if the process stops before the database is back; immediately an error that a retry cannot
 * mend
 */
export async function persist<T>(
  write: (db: PrismaClient) => Promise<T>,
  on: Origin,
  onTrouble: (error: unknown) => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  return beforeStop(async () => {
    try {
      return await withinPatience(write(db));
    } catch (error) {
      if (isUnstorable(error)) throw error;
      log.error(on, "a write that must not be lost failed, and is tried again until it is done", { error });
      await onTrouble(error);
    }
    for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, MAX_PAUSE_MS)) {
      const last = state().stop.signal.aborted;
      try {
        const result = await withFreshDb(write);
        log.info(on, "a write that had failed is done");
        return result;
      } catch (error) {
        if (last || isUnstorable(error)) throw error;
      }
      await pause(ms);
    }
  });
}

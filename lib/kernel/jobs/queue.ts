/** Jobs that outlive a request: stored in PostgreSQL, run by every copy of the app, each at least once. */
import { storableJson } from "../text/storable";
import type { Db } from "../database/db";
import { watchWorkers } from "../database/watch-workers";
import { makePool, queueConnections } from "../database/pools";
import { rowsOf, statement } from "../database/statement";
import { LIMITS } from "../database/limit-statements";
import { onStop } from "../process/lifecycle";
import { processMemory } from "../process-memory";
import { CLASSES, type JobHandler, type JobKind, type WorkClass } from "./classes";
import { keepRunning } from "./runner";

/**
 * Jobs with keys stand in so many lines a class; a line does one job at a time. The library looks at all lines for each
 * job.
 */
const LINES = 256;

/** Whether the runner of each class takes jobs. */
const state = processMemory("queue", () => ({ running: new Map<WorkClass, boolean>() }));

/**
 * Starts taking jobs; stops with the process, giving running jobs time to end. While the database is away no job is
 * taken; afterwards it continues automatically. A class without a kind of job costs nothing.
 */
export async function startQueue(handlers: readonly JobHandler[]): Promise<void> {
  const stopping = new AbortController();
  const connections = makePool("queue", { max: queueConnections(), limits: LIMITS.jobs, patienceMs: Infinity });
  watchWorkers(connections, stopping.signal);
  const started: Promise<void>[] = [];
  const ends: Promise<void>[] = [];
  for (const work of Object.keys(CLASSES) as WorkClass[]) {
    const classHandlers = handlers.filter(({ kind }) => kind.work === work);
    if (classHandlers.length === 0) continue;
    const starting = new Promise<void>((resolve) => {
      const tell = (running: boolean) => {
        state.running.set(work, running);
        resolve();
      };
      ends.push(keepRunning({ work, handlers: classHandlers, connections, stopping: stopping.signal }, tell));
    });
    started.push(starting);
  }
  onStop("queue", async () => {
    stopping.abort();
    await Promise.all(ends);
    await connections.stop();
  });
  await Promise.all(started);
}

export type EnqueueOptions = {
  /** Not before this time, by the clock of the database: a moment, or so many seconds from now. Without it, at once. */
  runAt?: Date | { inSeconds: number };
  /** Maximum of attempts, instead of the kind's maximum. */
  attempts?: number;
  /**
   * What the job is about. Two jobs of one kind and key never run at the same time; now and then a job waits for one of
   * another key as well. A failed job waits for its next attempt without holding up the others.
   */
  key?: string;
  /**
   * The rule for a waiting job with the same key: by default the new job replaces it, with its time and attempts; with
   * "all" both are done. A running job is followed by the new job, and is not tried again if it fails.
   */
  keep?: "newest" | "all";
  /**
   * The handler of such jobs makes sure that two jobs of a key do not work at the same time: then no job waits for one
   * of another key.
   */
  sideBySide?: boolean;
};

const keyOf = ({ name }: JobKind, key: string): string => `${name} ${key}`;

/** Writes a job that runs after `tx` commits, and not at all when it does not. */
export async function enqueue(
  tx: Pick<Db, "$executeRaw">,
  kind: JobKind,
  payload: object,
  { runAt, attempts, key, keep = "newest", sideBySide = false }: EnqueueOptions = {},
): Promise<void> {
  const { name, work, pauses } = kind;
  const fullKey = key === undefined ? null : keyOf(kind, key);
  const most = attempts ?? (pauses && pauses.length + 1) ?? null;
  const [moment, seconds] = runAt instanceof Date ? [runAt, 0] : [null, runAt?.inSeconds ?? 0];
  await tx.$executeRaw`SELECT graphile_worker.add_job(${name}::text, payload => ${storableJson(payload)}::json,
    run_at => coalesce(${moment}::timestamptz, now() + make_interval(secs => ${seconds}::float8)),
    max_attempts => ${most}::int, job_key => ${keep === "newest" ? fullKey : null}::text,
    queue_name => ${work}::text || ' ' || abs(hashtext(${sideBySide ? null : fullKey}::text) % ${LINES}::int))`;
}

const QUEUED = statement({
  name: "queue.queued",
  text: "SELECT true AS queued FROM graphile_worker._private_jobs WHERE key = $1 AND (is_available OR locked_at IS NOT NULL)",
  columns: { queued: "bool" },
});

/** Whether a job of the key waits or runs. Of those that were written with `keep: "all"` nothing is known. */
export const isQueued = async (kind: JobKind, key: string): Promise<boolean> =>
  (await rowsOf(QUEUED, [keyOf(kind, key)])).length > 0;

/** Whether this process takes jobs, of every class that has any. */
export const isQueueRunning = (): boolean => state.running.size > 0 && [...state.running.values()].every(Boolean);

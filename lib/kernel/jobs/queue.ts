/** Jobs that outlive a request: stored in PostgreSQL, run by every copy of the app, each at least once. */
import { EventEmitter } from "node:events";
import { Logger, parseCronItems, run, type Runner, type TaskList } from "graphile-worker";
import type pg from "pg";
import type { Db } from "../database/db";
import type { DatabasePool } from "../database/outage-pool";
import { DatabaseUnavailable, isConnectionLost } from "../database/db-errors";
import { LIMITS } from "../database/statement-limits";
import { makePool, queueConnections } from "../database/pools";
import { keepAlive, letGo, watchWorkers } from "../database/dead-workers";
import { onStop } from "../process/lifecycle";
import { background, log, type Origin } from "../process/log";
import { processMemory } from "../process-memory";

/** `on` is what the job's lines in the log are written for. */
export type Job = (payload: unknown, on: Origin) => Promise<void>;

/** A job that runs by the clock: `match` is a cron line in UTC. Copies of the app run it once together. */
export type ScheduledJob = { name: string; match: string };

const CONCURRENCY = 4;
/** A runner that takes the place of another writes the jobs of the minutes between them, as far back as this. */
const BACKFILL_MS = 300_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** Failures in a row to get a job, of all workers together, after which the runner is replaced: its library may remember one. */
const MAX_FAILURES = 20;
/** How long jobs may go on when their runner is stopped. */
const DRAIN_MS = 20_000;

const state = processMemory("queue", () => ({ running: false }));

const workerLogger = new Logger(({ jobId }) => (level, message, meta) => {
  const error = meta?.error;
  // That the database is away is said once, by who watches it.
  if (error instanceof DatabaseUnavailable || isConnectionLost(error)) return;
  const on = jobId === undefined ? background("queue") : { jobId };
  if (level === "error") log.error(on, message, error instanceof Error ? { error } : {});
  else if (level === "warning") log.warn(on, message);
});

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });

/**
 * The pool as the worker's clock needs it: its library ends the process when a statement of the clock fails, so each is
 * tried until it succeeds. They are made to be repeated: a job of one minute is written once, whoever writes it how often.
 */
export function patient(jobs: DatabasePool, stopping: AbortSignal): pg.Pool {
  const query = async (text: string, values?: unknown[]): Promise<unknown> => {
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
      if (stopping.aborted) return { rows: [] };
      try {
        return await jobs.query(text, values);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable))
          log.error(background("queue"), "the clock of the jobs failed; trying again", { error });
        await pause(wait, stopping);
      }
    }
  };
  return new Proxy(jobs as pg.Pool, {
    get(target, name) {
      if (name === "query") return query;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });
}

type Running = {
  runner: Runner;
  /** Names of its workers, by which their jobs are locked. */
  workers: string[];
  /** Waits until it cannot go on. */
  untilOver: () => Promise<void>;
};

/** Starts one runner. It is over when a worker of it died, or when the answer to "which job is next?" may be lost: that job is locked and nobody works at it. */
async function begin(
  taskList: TaskList,
  schedule: ScheduledJob[],
  connections: DatabasePool,
  pgPool: pg.Pool,
): Promise<Running> {
  const workers: string[] = [];
  const events = new EventEmitter();
  const broken = new Promise<void>((resolve) => {
    events.on("worker:create", ({ worker }: { worker: { workerId: string } }) => {
      workers.push(worker.workerId);
      keepAlive(worker.workerId);
    });
    events.on("worker:fatalError", () => resolve());
    let failures = 0;
    events.on("worker:getJob:error", () => {
      if (++failures >= MAX_FAILURES) resolve();
    });
    for (const good of ["worker:getJob:empty", "job:start"]) events.on(good, () => (failures = 0));
  });
  const unknown = connections.untilUnknown();
  const runner = await run({
    pgPool,
    taskList,
    events,
    parsedCronItems: parseCronItems(
      schedule.map(({ name, match }) => ({ task: name, match, options: { backfillPeriod: BACKFILL_MS } })),
    ),
    concurrency: CONCURRENCY,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: workerLogger,
  });
  const ended = runner.promise.catch((error: unknown) =>
    log.error(background("queue"), "the worker ended by an error", { error }),
  );
  return { runner, workers, untilOver: () => Promise.race([broken, unknown, ended]) };
}

/** Lets the runner's jobs end, then frees those that its workers hold without working at them. */
async function drain({ runner, workers }: Running, connections: DatabasePool): Promise<void> {
  const stopped = runner.stop().then(
    () => true,
    () => true,
  );
  const late = new Promise<false>((resolve) => {
    setTimeout(resolve, connections.isAway ? 0 : DRAIN_MS, false).unref();
  });
  if (!(await Promise.race([stopped, late])))
    return log.warn(background("queue"), "jobs are still running after their time to end");
  await connections.query("SELECT graphile_worker.force_unlock_workers($1::text[])", [workers]);
  letGo(workers);
}

/** Runs jobs until told to stop: a runner that cannot go on is replaced. */
async function keepRunning(
  connections: DatabasePool,
  begun: () => Promise<Running>,
  first: () => void,
  stopping: AbortSignal,
): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    stopping.addEventListener("abort", () => resolve(), { once: true });
  });
  for (let wait = FIRST_PAUSE_MS; !stopping.aborted; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
    try {
      const running = await begun();
      state.running = true;
      first();
      const since = performance.now();
      await Promise.race([running.untilOver(), stopped]);
      state.running = false;
      if (performance.now() - since > MAX_PAUSE_MS) wait = FIRST_PAUSE_MS;
      const drained = drain(running, connections).catch((error: unknown) =>
        log.warn(background("queue"), "jobs could not be given back", { error }),
      );
      if (stopping.aborted) await drained;
    } catch (error) {
      first();
      log.error(background("queue"), "the worker could not be started; trying again", { error });
    }
    await pause(wait, stopping);
  }
}

/**
 * Starts taking jobs; stops with the process, giving running jobs time to end. While the database is away nothing is
 * taken, and it goes on by itself.
 */
export async function startQueue(jobs: Record<string, Job>, schedule: ScheduledJob[]): Promise<void> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [name, (payload, { job: { id } }) => job(payload, { jobId: id })]),
  );
  const stopping = new AbortController();
  const connections = makePool({ max: queueConnections(), limits: LIMITS.jobs, patienceMs: Infinity });
  const shared = patient(connections, stopping.signal);
  let first = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    first = resolve;
  });
  watchWorkers(connections, stopping.signal);
  const ended = keepRunning(connections, () => begin(taskList, schedule, connections, shared), first, stopping.signal);
  onStop("queue", async () => {
    stopping.abort();
    await ended;
    await connections.stop();
  });
  await begun;
}

/**
 * Writes a job that runs soon after `tx` commits, and not at all when it does not. A job with the `key` of one that waits
 * replaces it.
 */
export async function enqueue(
  tx: Pick<Db, "$executeRaw">,
  name: string,
  payload: object,
  { key }: { key?: string } = {},
): Promise<void> {
  await tx.$executeRaw`SELECT graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key ?? null}::text)`;
}

/** Whether this process takes jobs. */
export const isQueueRunning = (): boolean => state.running;

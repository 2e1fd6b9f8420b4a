/** The workers of one class of work: taken care of as long as the process runs. */
import { EventEmitter } from "node:events";
import { Logger, run, type Job as TakenJob, type Runner, type TaskList } from "graphile-worker";
import type pg from "pg";
import { DatabaseUnavailable, isConnectionLost } from "../database/db-errors";
import { keepAlive, releaseWorkers } from "../database/watch-workers";
import type { DatabasePool } from "../database/database-pool";
import { rowsOf, statement } from "../database/statement";
import { declareCounter } from "../metrics/counter";
import { declareHistogram } from "../metrics/histogram";
import { background, log } from "../process/log";
import { type Loop, watchLoop } from "../process/watch-loop";
import { CLASSES, type JobHandler, type WorkClass } from "./classes";
import { clockItems, patiently } from "./clock-items";
import { FIRST_PAUSE_MS, MAX_PAUSE_MS, pause } from "./pause";
import { Bell } from "./wake";

/**
 * Consecutive failures to get a job, of all workers together, after which the runner is replaced: its library could
 * remember a failure.
 */
const MAX_FAILURES = 5;
/** The time that running jobs have when their runner is stopped. */
const DRAIN_MS = 20_000;
/** Each worker polls at this long interval: it is woken when there is work. */
const UNASKED_MS = 60_000;

/**
 * Only the failed attempt is postponed: a job that was replaced in the meantime, or is taken again, has its own time.
 */
const PUT_OFF = statement({
  name: "queue.put-off",
  text: `UPDATE graphile_worker._private_jobs SET run_at = now() + make_interval(secs => $3::float8)
    WHERE id = $1::bigint AND attempts = $2::int AND is_available`,
});

const workerLogger = new Logger(({ jobId }) => (level, message, meta) => {
  const error = meta?.error;
  // That the database is away is said once, by who watches it.
  if (error instanceof DatabaseUnavailable || isConnectionLost(error)) return;
  const on = jobId === undefined ? background("queue") : { jobId };
  if (level === "error") log.error(on, message, error instanceof Error ? { error } : {});
  else if (level === "warning") log.warn(on, message);
});

/** What one runner is made of. */
export type RunnerSettings = {
  work: WorkClass;
  /** Of this class alone. */
  handlers: readonly JobHandler[];
  /** Shared by all classes: statements are short, and a job that runs holds none. */
  connections: DatabasePool;
  stopping: AbortSignal;
};

type Running = {
  runner: Runner;
  bell: Bell;
  /** Names of its workers, by which their jobs are locked. */
  workers: string[];
  /** Waits until it cannot go on. */
  untilOver: () => Promise<void>;
};

type Connect = (error: undefined, client: Bell, release: () => void) => void;

/** The pool as the library needs it: patient for the clock, and with the bell for the connection that would listen. */
function poolFor({ connections, stopping }: RunnerSettings, bell: Bell): pg.Pool {
  const query = patiently(connections, stopping);
  // Only the listener connects with a callback.
  const connect = (callback?: Connect) =>
    callback ? void setImmediate(callback, undefined, bell, () => undefined) : connections.connect();
  return new Proxy(connections as pg.Pool, {
    get(target, name) {
      if (name === "query") return query;
      if (name === "connect") return connect;
      // The library would warn of fewer connections than workers, which is meant so.
      if (name === "options") return { max: Infinity };
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });
}

/** Gives a failed job the pause of its kind instead of the library's. Should that fail, the library's stays. */
function putOff(connections: DatabasePool, handlers: readonly JobHandler[], { id, attempts, ...job }: TakenJob): void {
  const seconds = handlers.find(({ kind }) => kind.name === job.task_identifier)?.kind.pauses?.[attempts - 1];
  if (seconds === undefined) return;
  rowsOf(PUT_OFF, [id, attempts, seconds], connections).catch((error: unknown) =>
    log.warn({ jobId: id }, "the pause of a failed job could not be written", { error }),
  );
}

/** Events of the library, and the promise that a worker is lost or no job can be got. */
function watch({ connections, handlers }: RunnerSettings): {
  events: EventEmitter;
  workers: string[];
  untilBroken: () => Promise<void>;
} {
  const workers: string[] = [];
  const events = new EventEmitter();
  events.on("job:complete", ({ job, error }: { job: TakenJob; error: unknown }) => {
    if (error) putOff(connections, handlers, job);
  });
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
  return { events, workers, untilBroken: () => broken };
}

const jobs = declareCounter({
  name: "patchbay_jobs_total",
  help: "Attempts of jobs that ended in this copy, by kind of job and outcome.",
  labels: ["kind", "outcome"],
});
const times = declareHistogram({
  name: "patchbay_job_duration_seconds",
  help: "Time of one attempt of a job, by class of work.",
  labels: ["work"],
});

/** Runs a job, counts how it ended, and how long it took. */
async function runCounted({ kind, run: job }: JobHandler, payload: unknown, jobId: string): Promise<void> {
  const since = performance.now();
  let outcome = "failed";
  try {
    await job(payload, { jobId });
    outcome = "success";
  } finally {
    jobs.add([kind.name, outcome]);
    times.observe([kind.work], (performance.now() - since) / 1000);
  }
}

/**
 * Starts one runner. It is over when a worker of it died, or when the answer to "which job is next?" may be lost: that
 * job is locked and nobody works at it.
 */
async function begin(settings: RunnerSettings, loop: Loop): Promise<Running> {
  const { work, handlers, connections } = settings;
  const { concurrency } = CLASSES[work];
  const { events, workers, untilBroken } = watch(settings);
  const names = handlers.map(({ kind }) => kind.name);
  const taskList: TaskList = Object.fromEntries(
    handlers.map((handler) => [handler.kind.name, (payload, { job: { id } }) => runCounted(handler, payload, id)]),
  );
  const unknown = connections.untilUnknown();
  const bell = new Bell(connections, loop, names, concurrency);
  try {
    const runner = await run({
      pgPool: poolFor(settings, bell),
      taskList,
      events,
      parsedCronItems: clockItems(handlers),
      concurrency,
      pollInterval: UNASKED_MS,
      noHandleSignals: true,
      logger: workerLogger,
    });
    const end = runner.promise.catch((error: unknown) =>
      log.error(background("queue"), "the worker ended by an error", { error }),
    );
    return { runner, bell, workers, untilOver: () => Promise.race([untilBroken(), unknown, end]) };
  } catch (error) {
    bell.stop();
    throw error;
  }
}

/** Lets the runner's jobs end, then frees those that its workers hold without working at them. */
async function drain({ runner, bell, workers }: Running, connections: DatabasePool): Promise<void> {
  bell.stop();
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
  releaseWorkers(workers);
}

/**
 * Runs the jobs of a class until `stopping`: a runner that cannot go on is replaced.
 * @param onState receives whether jobs are taken; the first call comes when it is known
 */
export async function keepRunning(settings: RunnerSettings, onState: (running: boolean) => void): Promise<void> {
  const { connections, stopping } = settings;
  const stopped = new Promise<void>((resolve) => {
    stopping.addEventListener("abort", () => resolve(), { once: true });
  });
  const loop = watchLoop(`jobs: ${settings.work}`);
  for (let wait = FIRST_PAUSE_MS; !stopping.aborted; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
    try {
      const running = await begin(settings, loop);
      onState(true);
      const since = performance.now();
      await Promise.race([running.untilOver(), stopped]);
      onState(false);
      if (performance.now() - since > MAX_PAUSE_MS) wait = FIRST_PAUSE_MS;
      const drained = drain(running, connections).catch((error: unknown) =>
        log.warn(background("queue"), "jobs could not be given back", { error }),
      );
      if (stopping.aborted) await drained;
    } catch (error) {
      onState(false);
      log.error(background("queue"), "the worker could not be started; trying again", { error });
    }
    await pause(wait, stopping);
  }
  loop.end();
}

/** Jobs that outlive a request: stored in PostgreSQL, run by every copy of the app, each at least once. */
import { Logger, parseCronItems, run, type Runner, type TaskList } from "graphile-worker";
import { pool, type Db } from "./db";
import { onStop } from "./lifecycle";
import { log } from "./log";
import { once } from "./once";

export type Job = (payload: unknown) => Promise<void>;

/** A job that runs by the clock: `match` is a cron line in UTC. Copies of the app run it once together. */
export type ScheduledJob = { name: string; match: string };

const state = once("queue", (): { runner: Runner | undefined } => ({ runner: undefined }));

const workerLogger = new Logger(() => (level, message, meta) => {
  if (level === "error") log.error(message, meta?.error instanceof Error ? { error: meta.error } : {});
  else if (level === "warning") log.warn(message);
});

/** Starts taking jobs; stops with the process, giving running jobs time to end. */
export async function startQueue(jobs: Record<string, Job>, schedule: ScheduledJob[]): Promise<void> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [name, (payload) => job(payload)]),
  );
  state.runner = await run({
    pgPool: pool(),
    taskList,
    parsedCronItems: parseCronItems(schedule.map(({ name, match }) => ({ task: name, match }))),
    concurrency: 4,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: workerLogger,
  });
  onStop("queue", async () => {
    await state.runner?.stop();
    state.runner = undefined;
  });
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
export const isQueueRunning = (): boolean => state.runner !== undefined;

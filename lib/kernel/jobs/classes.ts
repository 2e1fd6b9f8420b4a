/**
 * The classes of work that jobs belong to. Each has workers of its own, so that no class waits for the jobs of another.
 */
import type { Origin } from "../process/log";

/**
 * What the jobs of a class have in common is what they wait for. `concurrency`: jobs at a time, in each copy of the
 * app.
 */
export const CLASSES = {
  /** Messages to receivers that our users run: somebody waits for each of them. */
  deliveries: { concurrency: 8 },
  /** Requests to providers, which can hang. */
  providers: { concurrency: 4 },
  /** Renewals of tokens before somebody needs them. */
  renewals: { concurrency: 8 },
  /** Looks at providers for triggers: short, and there are many of them. One project has half of them at most. */
  polling: { concurrency: 16 },
  /** Our own database and files. */
  cleaning: { concurrency: 2 },
  /** A backup of the whole server, which can take hours. */
  backups: { concurrency: 1 },
} as const satisfies Record<string, { concurrency: number }>;

export type WorkClass = keyof typeof CLASSES;

/** One kind of job. The room that writes such jobs declares it once; `lib/worker` contains its handler. */
export type JobKind = {
  /** Stands in the database: a job that waits is run by the name that it was written with. */
  readonly name: string;
  readonly work: WorkClass;
  /**
   * Seconds between a failed attempt and the next one; after the last pause and one more attempt the job is given up.
   * Without them a job is tried 25 times, after pauses that grow from 3 seconds to 6 hours.
   */
  readonly pauses?: readonly number[];
};

/** Does the work of one job, at least once. `on` is what the job's lines in the log are written for. */
export type Job = (payload: unknown, on: Origin) => Promise<void>;

export type JobHandler = {
  kind: JobKind;
  run: Job;
  /** A cron line in UTC: the job is written by the clock too, once for all copies of the app together. */
  match?: string;
};

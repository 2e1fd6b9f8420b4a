/**
 * Wakes workers when there is work. The library would hold a connection for each class to listen for new jobs, and have
 * each idle worker poll every few seconds. Here all classes listen on the process's single connection for messages, and
 * one short query for each class finds the jobs that are due.
 */
import { EventEmitter } from "node:events";
import { type Channel, listen } from "../database/notify";
import type { DatabasePool } from "../database/database-pool";
import { rowsOf, statement } from "../database/statement";
import { background, log } from "../process/log";
import type { Loop } from "../process/watch-loop";
import { processMemory } from "../process-memory";

/** In milliseconds: between two looks for jobs whose time has come. Tests shorten it. */
export const lookTimes = () => processMemory("queue.look-times", () => ({ look: 2_000 }));

/** Written by the library: with each new job, and when a newer version changes its tables. */
const NEW_JOB: Channel = "jobs:insert";
const MIGRATED: Channel = "worker:migrate";

const DUE = statement({
  name: "queue.due",
  text: `SELECT count(*)::int AS due FROM (SELECT 1 FROM graphile_worker._private_jobs WHERE is_available AND run_at <= now()
    AND task_id = ANY (ARRAY(SELECT id FROM graphile_worker._private_tasks WHERE identifier = ANY ($1::text[]))) LIMIT $2::int) AS found`,
  columns: { due: "int4" },
});

const state = processMemory("queue.bells", () => ({ bells: new Set<Bell>(), listening: false }));

/** Registers for the messages of the library, once in a process. */
function listenOnce(): void {
  if (state.listening) return;
  state.listening = true;
  const all = () => {
    for (const bell of state.bells) bell.look();
  };
  listen(NEW_JOB, { message: all, missed: all });
  listen(MIGRATED, {
    message: (payload) => {
      for (const bell of state.bells) bell.tell(MIGRATED, payload);
    },
    missed: () => undefined,
  });
}

/** What the library takes for its listening connection: one runner's workers are woken by it. */
export class Bell extends EventEmitter {
  private looking = false;
  private again = false;
  private readonly timer: NodeJS.Timeout;

  /**
   * @param loop turned with each look that succeeds
   * @param names of the jobs that the workers take
   * @param workers how many there are
   */
  constructor(
    private readonly connections: DatabasePool,
    private readonly loop: Loop,
    private readonly names: readonly string[],
    private readonly workers: number,
  ) {
    super();
    listenOnce();
    state.bells.add(this);
    this.timer = setInterval(() => this.look(), lookTimes().look).unref();
  }

  /** LISTEN and UNLISTEN need nothing here. */
  query(): Promise<{ rows: [] }> {
    return Promise.resolve({ rows: [] });
  }

  /** Wakes as many workers as there are jobs to take now. Whoever asks meanwhile is answered by one further look. */
  look(): void {
    this.again = true;
    if (!this.looking) void this.keepLooking();
  }

  /** Hands on a message of the library. */
  tell(channel: string, payload: string): void {
    try {
      this.emit("notification", { channel, payload });
    } catch (error) {
      // A worker that ends in this moment; its runner is replaced.
      log.warn(background("queue"), "a worker could not be woken", { error });
    }
  }

  stop(): void {
    clearInterval(this.timer);
    state.bells.delete(this);
  }

  private async keepLooking(): Promise<void> {
    this.looking = true;
    while (this.again && state.bells.has(this)) {
      this.again = false;
      // The watcher of the database reports its faults; the next look is soon.
      const [row] = await rowsOf(DUE, [this.names, this.workers], this.connections).catch(() => []);
      if (row && state.bells.has(this)) this.loop.turned();
      if (row && row.due > 0) this.tell(NEW_JOB, JSON.stringify({ count: row.due }));
    }
    this.looking = false;
  }
}

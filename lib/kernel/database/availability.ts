/**
 * Finds out whether the database answers: tests it with a connection of its own when a statement or connection fails.
 */
import { isMainThread } from "node:worker_threads";
import pg from "pg";
import { isConnectionLost } from "./db-errors";
import { background, log } from "../process/log";
import { shareInFlight } from "../concurrency/memoize";

/** A database that does not answer the test for so long counts as away. An overloaded one answers sooner. */
const PROBE_MS = 2_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 500;
/** Only longer outages are logged; shorter outages are restarts. */
const SAID_AFTER_MS = 1_500;
/** If a timer fires later than this, this process was blocked, not the database. */
const HELD_UP_MS = 200;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/** True after `ms`, false as soon as `over` aborts; starts again if this process itself was blocked meanwhile. */
async function isLate(ms: number, over: AbortSignal): Promise<boolean> {
  for (;;) {
    const due = performance.now() + ms;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      over.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
    });
    if (over.aborted) return false;
    if (performance.now() - due < HELD_UP_MS) return true;
  }
}

/** Whether a database answers at the address; an error (wrong password, no such database) is an answer too. */
async function probe(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, application_name: "patchbay probe" });
  client.on("error", () => undefined);
  const over = new AbortController();
  const attempt = (async () => {
    try {
      await client.connect();
      await client.query("SELECT 1");
      return true;
    } catch (error) {
      return (error as { code?: unknown }).code === "53300" || !isConnectionLost(error);
    } finally {
      over.abort();
    }
  })();
  const isUp = await Promise.race([attempt, isLate(PROBE_MS, over.signal).then((late) => (late ? false : attempt))]);
  // A connection without an answer is destroyed, because an orderly close would wait too.
  if (!isUp) client.connection.stream.destroy();
  void client.end().catch(() => undefined);
  return isUp;
}

/** The availability of the database, for all pools of a thread. */
export class Availability {
  /** When it was found to be away (`performance.now()`). */
  private awaySince: number | undefined;
  private announced = false;
  private isDoubtful = false;
  private stopped = false;
  private checkedAt = -Infinity;
  private readonly checks = shareInFlight<void>();
  private readonly waiting = new Set<(isUp: boolean) => void>();
  private readonly giveUps: (() => void)[] = [];

  constructor(private readonly connectionString: string) {}

  /** Registers a function that is called each time the database is found to be away. */
  onAway(giveUp: () => void): void {
    this.giveUps.push(giveUp);
  }

  get isAway(): boolean {
    return this.awaySince !== undefined;
  }

  /** Whether the log already contains that the database is away. */
  get isAnnounced(): boolean {
    return this.announced;
  }

  /** Tests whether the database answers, unless a test is running. */
  suspect(): void {
    if (this.stopped) return;
    this.isDoubtful = true;
    void this.checks.run("", () => this.check());
  }

  /** Calls `suspect`, at most once in `ms`. */
  suspectAtMostEvery(ms: number): void {
    if (performance.now() - this.checkedAt > ms) this.suspect();
  }

  /** True as soon as the database answers, false if it does not within `ms`. */
  untilUp(ms: number): Promise<boolean> {
    if (!this.isDoubtful) return Promise.resolve(true);
    if (ms <= 0 || this.stopped) return Promise.resolve(false);
    return new Promise((resolve) => {
      let late: NodeJS.Timeout | undefined;
      const end = (isUp: boolean) => {
        clearTimeout(late);
        this.waiting.delete(end);
        resolve(isUp);
      };
      if (ms !== Infinity) late = setTimeout(end, ms, false).unref();
      this.waiting.add(end);
    });
  }

  /** Ends all waiting and testing. */
  stop(): void {
    this.stopped = true;
    this.tell(false);
  }

  private tell(isUp: boolean): void {
    for (const end of [...this.waiting]) end(isUp);
  }

  private async check(): Promise<void> {
    for (let wait = FIRST_PAUSE_MS; !this.stopped; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
      const startedAt = performance.now();
      this.checkedAt = startedAt;
      if (await probe(this.connectionString)) return this.back();
      if (!this.isAway) {
        this.awaySince = startedAt;
        for (const giveUp of this.giveUps) giveUp();
      }
      this.announce();
      await pause(wait);
    }
  }

  /** Logs an outage once, when calls begin to fail; only the main thread logs. */
  private announce(): void {
    if (this.announced || performance.now() - (this.awaySince ?? 0) < SAID_AFTER_MS) return;
    this.announced = true;
    if (!isMainThread) return;
    log.error(
      background("database"),
      "degraded: the database does not answer; calls wait 2 seconds for it and are then answered 503",
    );
  }

  private back(): void {
    if (this.announced && isMainThread)
      log.warn(background("database"), "no longer degraded: the database answers again", {
        away_seconds: Math.round((performance.now() - (this.awaySince ?? 0)) / 100) / 10,
      });
    this.awaySince = undefined;
    this.announced = false;
    this.isDoubtful = false;
    this.tell(true);
  }
}

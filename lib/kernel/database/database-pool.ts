/**
 * A pool that handles outages of the database. Callers wait a moment for it (`PATIENCE_MS`), and get one kind of error
 * if it stays away. Only getting a connection, and statements that cannot have changed anything, are repeated.
 */
import pg from "pg";
import type { Availability } from "./availability";
import {
  DatabaseBusy,
  DatabaseUnavailable,
  DatabaseUnavailableToQueue,
  doneBy,
  type Done,
  isConnectionLost,
  isNoneFree,
  PATIENCE_MS,
  toStorageFull,
  toTimeout,
} from "./db-errors";
import { noteStorageFull } from "./is-storage-full";
import { limitStatements, type Limits } from "./limit-statements";
import { assertNoTransaction } from "./assert-no-transaction";

/** How often connections are checked for statements without an answer. */
const LOOK_MS = 250;
/** If a statement takes longer and no other one was answered meanwhile, the database is tested. */
const QUIET_MS = 500;
const DOUBT_AGAIN_MS = 1_000;
/** If the database is away, a statement without an answer for so long is given up; what it did is then unknown. */
const CUT_MS = 4_000;
/** The pause between tries to get a connection while the database answers. */
const AGAIN_MS = 50;
/** How long `stop` waits until connections are returned. */
const END_MS = 5_000;

type Send = (...args: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => void;

const textOf = (statement: unknown): string =>
  typeof statement === "string" ? statement : String((statement as { text?: unknown }).text ?? "");
const isFunction = (value: unknown): value is Callback => typeof value === "function";

/** Makes the error of a lost statement, and has the database tested. */
type Unavailable = (done: Done, since: number, cause?: unknown) => DatabaseUnavailable;

/**
 * A connection that knows how long it has waited for an answer, and whether an error is a lost connection or a bad
 * statement.
 */
class WatchedClient extends pg.Client {
  /** `performance.now()`; 0 while nothing is under way. */
  busySince = 0;
  /** `performance.now()` */
  answeredAt = 0;
  private underWay = 0;
  /** The last statement that was sent, and whether a transaction was open. */
  private last = { statement: undefined as unknown, inTransaction: false };

  constructor(
    config: pg.ClientConfig,
    private readonly unavailable: Unavailable,
  ) {
    super(config);
    // Without a listener, a broken connection would end the process. It is enough that its statements fail.
    this.on("error", () => undefined);
    const send = this.query.bind(this) as Send;
    this.query = ((...args: unknown[]) => this.watch(send, args)) as typeof this.query;
  }

  private watch(send: Send, args: unknown[]): unknown {
    const [statement] = args;
    // Streams (COPY) report their own end.
    if (typeof (statement as { submit?: unknown } | null)?.submit === "function") return send(...args);
    const status = this.getTransactionStatus();
    const inTransaction = status === "T" || status === "E";
    if (this.underWay++ === 0) this.busySince = performance.now();
    this.last = { statement, inTransaction };
    const last = args.length - 1;
    const callback = args[last];
    if (isFunction(callback)) {
      args[last] = (error: unknown, ...rest: unknown[]) => {
        const since = this.onAnswer();
        callback(error ? this.toKnown(error, textOf(statement), inTransaction, since) : error, ...rest);
      };
      return send(...args);
    }
    return (send(...args) as Promise<unknown>).then(
      (result) => {
        this.onAnswer();
        return result;
      },
      (error: unknown) => {
        throw this.toKnown(error, textOf(statement), inTransaction, this.onAnswer());
      },
    );
  }

  /** Whether the running statement cannot have changed anything, so that it can be given up. */
  get isHarmless(): boolean {
    const { statement, inTransaction } = this.last;
    return this.underWay === 1 && doneBy(undefined, textOf(statement), inTransaction) === "nothing";
  }

  /** Marks the statement as answered; returns when it was sent. */
  private onAnswer(): number {
    const since = this.busySince;
    this.answeredAt = performance.now();
    this.busySince = --this.underWay === 0 ? 0 : this.answeredAt;
    return since;
  }

  private toFull(error: unknown): Error | undefined {
    const full = toStorageFull(error);
    if (full) noteStorageFull();
    return full;
  }

  private toKnown(error: unknown, text: string, inTransaction: boolean, since: number): unknown {
    if (!isConnectionLost(error)) return toTimeout(error) ?? this.toFull(error) ?? error;
    void this.end().catch(() => undefined);
    return this.unavailable(doneBy(error, text, inTransaction), since, error);
  }
}

/** A caller that waits for a connection. */
type Waiting = { since: number; callback: Callback; attempts: number };

export class DatabasePool extends pg.Pool {
  private readonly patienceMs: number;
  private readonly unavailable: Unavailable;
  private readonly clients = new Set<WatchedClient>();
  private readonly waiting = new Set<Waiting>();
  private readonly unknown = new Set<() => void>();
  private readonly look: NodeJS.Timeout;
  private readonly open: (callback: Callback) => void;

  /**
   * @param limits for every statement, unless its transaction sets others
   * @param patienceMs how long a caller waits for a database that is away; Infinity: until the pool is stopped
   */
  constructor(
    private readonly availability: Availability,
    { limits, patienceMs = PATIENCE_MS, ...config }: pg.PoolConfig & { limits: Limits; patienceMs?: number },
  ) {
    const Unavailable = patienceMs === Infinity ? DatabaseUnavailableToQueue : DatabaseUnavailable;
    const unavailable: Unavailable = (done, since, cause) => {
      availability.suspect();
      if (done === "unknown") for (const tell of this.unknown) tell();
      return new Unavailable(done, since, availability.isAnnounced, cause);
    };
    // pg-pool makes each connection by `new Client(config)`.
    const Client = class extends WatchedClient {
      constructor(args: pg.ClientConfig) {
        super(args, unavailable);
      }
    };
    const onConnect = async (client: pg.ClientBase) => void (await client.query(limitStatements(limits)));
    super({ ...config, onConnect, Client: Client as unknown as new () => pg.ClientBase });
    this.patienceMs = patienceMs;
    this.unavailable = unavailable;
    availability.onAway(() => this.giveUp());
    this.on("error", () => availability.suspect());
    this.on("connect", (client) => this.clients.add(client as unknown as WatchedClient));
    this.on("remove", (client) => this.clients.delete(client as unknown as WatchedClient));
    this.open = this.connect.bind(this) as (callback: Callback) => void;
    this.connect = ((callback?: Callback) => this.take(callback)) as typeof this.connect;
    const ask = this.query.bind(this) as Send;
    this.query = ((...args: unknown[]) => this.ask(ask, args)) as typeof this.query;
    this.look = setInterval(() => this.lookForSilence(), LOOK_MS).unref();
  }

  /**
   * Repeats `work` if it failed because of an outage, has done nothing, and the database is back in time.
   * @throws what `work` throws
   */
  async again<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      return this.repeat(error, work);
    }
  }

  /** How many callers wait for a connection. */
  get callersWaiting(): number {
    return this.waiting.size;
  }

  /** Whether the database is away. */
  get isAway(): boolean {
    return this.availability.isAway;
  }

  /** Resolves when a statement is lost and it is unknown what it did. */
  untilUnknown(): Promise<void> {
    return new Promise((resolve) => {
      const tell = () => (this.unknown.delete(tell), resolve());
      this.unknown.add(tell);
    });
  }

  /** Closes all connections; one that hangs is destroyed. */
  async stop(): Promise<void> {
    clearInterval(this.look);
    const cut = setTimeout(() => {
      for (const client of this.clients) void client.end().catch(() => undefined);
    }, END_MS);
    await this.end();
    clearTimeout(cut);
  }

  private async repeat<T>(error: unknown, work: () => Promise<T>): Promise<T> {
    if (!(error instanceof DatabaseUnavailable) || error.done === "unknown") throw error;
    if (!(await this.availability.untilUp(this.patienceMs - (performance.now() - error.since)))) throw error;
    return work();
  }

  private ask(ask: Send, args: unknown[]): unknown {
    assertNoTransaction();
    const result = ask(...args);
    if (isFunction(args.at(-1)) || !(result instanceof Promise)) return result;
    return result.then(undefined, (error: unknown) =>
      this.repeat(this.toKnown(error, args[0]), () => ask(...args) as Promise<unknown>),
    );
  }

  /** A connection that breaks reports to pg-pool before it reports to its statement. */
  private toKnown(error: unknown, statement: unknown): unknown {
    if (!isConnectionLost(error)) return error;
    return this.unavailable(doneBy(error, textOf(statement), false), performance.now(), error);
  }

  private take(callback?: Callback): unknown {
    assertNoTransaction();
    if (callback) return this.attempt({ since: performance.now(), callback, attempts: 0 });
    return new Promise((resolve, reject) => {
      this.take((error, client) => (error ? reject(error as Error) : resolve(client)));
    });
  }

  private attempt(waiter: Waiting): void {
    if (this.availability.isAway) return void this.afterReturn(waiter);
    this.waiting.add(waiter);
    this.open((error, client, release) => {
      // The caller was given up meanwhile, so another one gets the connection.
      if (!this.waiting.delete(waiter)) return error ? undefined : (release as () => void)();
      if (!error) return waiter.callback(undefined, client, release);
      if (isNoneFree(error)) return waiter.callback(new DatabaseBusy(error));
      if (this.ending) return waiter.callback(error);
      this.availability.suspect();
      void this.afterReturn(waiter, error);
    });
  }

  /** Tries again when the database is back, as long as the caller may wait. */
  private async afterReturn(waiter: Waiting, cause?: unknown): Promise<void> {
    if (this.ending) return waiter.callback(this.unavailable("nothing", waiter.since, cause));
    const left = () => this.patienceMs - (performance.now() - waiter.since);
    if (waiter.attempts++ > 0)
      await new Promise((resolve) => setTimeout(resolve, Math.min(AGAIN_MS * waiter.attempts, left())));
    if ((await this.availability.untilUp(left())) && left() > 0) return this.attempt(waiter);
    waiter.callback(this.unavailable("nothing", waiter.since, cause));
  }

  /** The database is away: all waiting callers now wait for it, for a limited time. */
  private giveUp(): void {
    for (const waiter of [...this.waiting]) {
      this.waiting.delete(waiter);
      void this.afterReturn(waiter);
    }
  }

  /** Finds a database that hangs: it breaks no connection but does not answer. */
  private lookForSilence(): void {
    const time = performance.now();
    if (this.isAway) return this.cut(time);
    // The first that waits has waited longest.
    const [first] = this.waiting;
    let oldest = first?.since ?? Infinity;
    let answers = 0;
    for (const client of this.clients) {
      if (client.busySince > 0) oldest = Math.min(oldest, client.busySince);
      answers = Math.max(answers, client.answeredAt);
    }
    if (time - oldest > QUIET_MS && time - answers > QUIET_MS) this.availability.suspectAtMostEvery(DOUBT_AGAIN_MS);
  }

  /** Cuts connections without an answer; a write gets more time, because cutting it leaves its outcome unknown. */
  private cut(time: number): void {
    for (const client of this.clients)
      if (client.busySince > 0 && (client.isHarmless || time - client.busySince > CUT_MS))
        void client.end().catch(() => undefined);
  }
}

/** Errors of the connection to PostgreSQL, as opposed to errors in a statement. */

/** How long a call waits for a database that does not answer: a restart or a failover takes less. */
export const PATIENCE_MS = 2_000;

/**
 * The possible effect of a failed statement: "nothing" if it cannot have changed anything (it was not sent, only read,
 * or its transaction was not committed), "unknown" if it was sent and its answer was lost.
 */
export type Done = "nothing" | "unknown";

/**
 * A thread can have two copies of this module (in Next's bundle and in ours) that share one pool. As their classes
 * differ, they recognize each other's errors by a symbol.
 */
const UNAVAILABLE = Symbol.for("patchbay.database-unavailable");
const BUSY = Symbol.for("patchbay.database-busy");
const TIMEOUT = Symbol.for("patchbay.database-timeout");
const FULL = Symbol.for("patchbay.storage-full");

const isMarked = (value: unknown, mark: symbol): boolean =>
  typeof value === "object" && value !== null && mark in value;

/** The database does not answer. Domain code does not handle this error; the HTTP layer answers 503. */
export class DatabaseUnavailable extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, UNAVAILABLE);
  }

  override readonly name = "DatabaseUnavailable";
  readonly [UNAVAILABLE] = true;
  /**
   * @param since when its caller began to wait (`performance.now()`)
   * @param announced whether the log already contains that the database does not answer
   */
  constructor(
    readonly done: Done,
    readonly since: number,
    readonly announced: boolean,
    cause?: unknown,
  ) {
    super("The database does not answer.", { cause });
  }
}

/**
 * `DatabaseUnavailable` for the queue's library, which retries after certain SQLSTATEs. (Prisma treats any error with a
 * code as its own.)
 */
export class DatabaseUnavailableToQueue extends DatabaseUnavailable {
  /** cannot_connect_now */
  readonly code = "57P03";
}

/** The database answers, but no connection became free in time. Nothing was done. */
export class DatabaseBusy extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, BUSY);
  }

  override readonly name = "DatabaseBusy";
  readonly [BUSY] = true;

  constructor(cause?: unknown) {
    super("All connections to the database are in use.", { cause });
  }
}

/**
 * PostgreSQL canceled a statement that took too long or waited too long for a lock, or a whole transaction took too
 * long. Domain code only handles this error if it knows the reason.
 */
export class DatabaseTimeout extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, TIMEOUT);
  }

  override readonly name = "DatabaseTimeout";
  readonly [TIMEOUT] = true;

  /** @param done "nothing": the statement, and the transaction that it was part of, changed nothing */
  constructor(
    readonly waitedFor: "answer" | "lock",
    readonly done: Done,
    cause?: unknown,
  ) {
    super(
      waitedFor === "lock"
        ? "A statement waited too long for a lock that another one holds."
        : "A statement took too long and was ended.",
      { cause },
    );
  }
}

/** There is no room for what a statement or a file needs. Nothing of it was stored. */
export class StorageFull extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, FULL);
  }

  override readonly name = "StorageFull";
  readonly [FULL] = true;

  /** @param done as of DatabaseTimeout */
  constructor(
    readonly what: "disk" | "memory",
    readonly done: Done,
    cause?: unknown,
  ) {
    super(what === "disk" ? "The disk is full." : "The database has no memory left for a statement.", { cause });
  }
}

/**
 * SQLSTATEs disk_full, out_of_memory and configuration_limit_exceeded (temporary files), and the codes of Node for a
 * full disk and a used-up quota.
 */
const WITHOUT_ROOM: Readonly<Record<string, StorageFull["what"]>> = {
  "53100": "disk",
  "53200": "memory",
  "53400": "disk",
  ENOSPC: "disk",
  EDQUOT: "disk",
};

/** The error of a statement or a file for which there was no room; undefined for any other error. */
export function toStorageFull(error: unknown): StorageFull | undefined {
  if (error instanceof StorageFull) return error;
  const what = WITHOUT_ROOM[String((error as { code?: unknown } | null)?.code ?? "")];
  return what && new StorageFull(what, "nothing", error);
}

/** The SQLSTATEs of both: query_canceled and lock_not_available. */
const TIMED_OUT: Readonly<Record<string, DatabaseTimeout["waitedFor"]>> = { "57014": "answer", "55P03": "lock" };

/** The error of a statement that PostgreSQL canceled for taking too long; undefined for any other error. */
export function toTimeout(error: unknown): DatabaseTimeout | undefined {
  const waitedFor = TIMED_OUT[String((error as { code?: unknown } | null)?.code ?? "")];
  return waitedFor && new DatabaseTimeout(waitedFor, "nothing", error);
}

/**
 * SQLSTATEs after which the connection is of no use: class 08, shut down (57P), idle in a transaction (25P03), no
 * longer the primary (25006), too many connections (53300).
 */
const LOST_STATE = /^(08...|57P0[1235]|25P03|25006|53300)$/;
const LOST_SOCKET = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** The words of node's pg for a connection that ended. */
const LOST_WORDS = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;
const UNSENT_WORDS = /is not queryable$/;
/** pg-pool's words when no connection became free in time. */
const NONE_FREE = "timeout exceeded when trying to connect";

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : "");

/** Whether the error means that the connection, or the server behind it, is lost. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return false;
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  return LOST_STATE.test(code) || LOST_SOCKET.has(code) || LOST_WORDS.test(wordsOf(error));
}

/** Whether the pool had no free connection for as long as it waits for one. */
export const isNoneFree = (error: unknown): boolean => wordsOf(error) === NONE_FREE;

/** Changes nothing, however often it is sent: reads without functions that act, and the beginning of a transaction. */
const HARMLESS = /^\s*(BEGIN|SET|SHOW|SELECT(?![^]*\b(pg_notify|add_job|nextval|setval|pg_(try_)?advisory\w*)\b))\b/i;

/**
 * The possible effect of the lost statement.
 * @param inTransaction whether it was sent inside an open transaction
 */
export function doneBy(error: unknown, text: string, inTransaction: boolean): Done {
  if (UNSENT_WORDS.test(wordsOf(error)) || HARMLESS.test(text)) return "nothing";
  return inTransaction && !/^\s*COMMIT\b/i.test(text) ? "nothing" : "unknown";
}

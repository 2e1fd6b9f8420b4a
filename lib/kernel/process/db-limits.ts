/** How long a statement of each kind of work may take, and how the connections of one copy are shared out between them. Pure. */

export type Limits = {
  /** Of one statement, in milliseconds; PostgreSQL ends it then. */
  statementMs: number;
  /** How long a statement may wait for a lock that somebody else holds. */
  lockMs: number;
};

/**
 * - `requests`: what a caller waits for. Shorter than a transaction of theirs may take, so that the statement's own error
 *   says what happened.
 * - `jobs`: deletions of what is old, and the queue's own statements.
 * - `loads`: the catalogue at start; other copies wait at its lock for the one that loads it.
 */
export const LIMITS = {
  requests: { statementMs: 10_000, lockMs: 5_000 },
  jobs: { statementMs: 120_000, lockMs: 10_000 },
  loads: { statementMs: 600_000, lockMs: 600_000 },
} as const satisfies Record<string, Limits>;

/** A transaction that does nothing for so long was left by a process that hangs: its locks are given back. */
const IDLE_IN_TRANSACTION_MS = 180_000;

/** Of a transaction as a whole: one statement may take its time, and the next one still be sent. */
export const TRANSACTION_MS = 15_000;

/**
 * Sets the limits of a connection. Not sent with the connection's start, where poolers refuse settings that they do not
 * know.
 */
export const limitStatements = ({ statementMs, lockMs }: Limits): string =>
  `SET statement_timeout = ${statementMs}; SET lock_timeout = ${lockMs}; SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;

/** Sets them until the end of the transaction that is open. */
export const limitTransaction = ({ statementMs, lockMs }: Limits): string =>
  `SET LOCAL statement_timeout = ${statementMs}; SET LOCAL lock_timeout = ${lockMs}`;

/** The largest numbers of connections that one copy of the app has at a time. */
export type Shares = {
  /** Of the thread that answers the API. */
  requests: number;
  /** Of the thread that makes pages, which ask the API for nearly everything. */
  pages: number;
  /** Searches and exports of logs: what they may take is what they can take from nobody else. */
  searches: number;
  /** The queue's own: taking jobs, listening for new ones, its clock. */
  queue: number;
  /** Deletions of what is old. */
  jobs: number;
};

/** Outside of the pools: listening in both threads, saying which workers live, asking whether the database answers. */
const APART = 4;
/** Made for writes that must not be lost, when the pool's connections may be broken. */
export const FRESH_CONNECTIONS = 2;
/** What a copy needs at least; fewer would let requests wait for each other with nothing to do. */
export const MIN_CONNECTIONS = 18;
export const USUAL_CONNECTIONS = 40;

const between = (least: number, wanted: number, most: number): number =>
  Math.min(Math.max(Math.round(wanted), least), most);

/** Shares `total` connections out; together with those that stand apart they are never more. */
export function shareOut(total: number): Shares {
  const pages = between(2, total / 10, 10);
  const searches = between(1, total / 10, 10);
  const queue = between(3, total / 6, 6);
  const jobs = between(1, total / 20, 2);
  return {
    requests: total - APART - FRESH_CONNECTIONS - pages - searches - queue - jobs,
    pages,
    searches,
    queue,
    jobs,
  };
}

/** The time limits of database statements, for each kind of work. Pure. */

export type Limits = {
  /** The most milliseconds for one statement; PostgreSQL then cancels it. */
  statementMs: number;
  /** The most milliseconds that a statement waits for a lock of another connection. */
  lockMs: number;
};

/**
 * - `requests`: a caller waits for the answer. Shorter than the limit of a transaction, so that the caller gets the
 *   error of the statement.
 * - `jobs`: deletions of old rows, and the statements of the job queue.
 * - `loads`: loading the catalog at start; other copies of the app wait for its lock meanwhile.
 */
export const LIMITS = {
  requests: { statementMs: 10_000, lockMs: 5_000 },
  jobs: { statementMs: 120_000, lockMs: 10_000 },
  loads: { statementMs: 600_000, lockMs: 600_000 },
} as const satisfies Record<string, Limits>;

/** A transaction that is idle for so long belongs to a process that hangs; PostgreSQL ends it and frees its locks. */
const IDLE_IN_TRANSACTION_MS = 180_000;

/** The most milliseconds for a whole transaction: longer than one statement, so that the next one can still be sent. */
export const TRANSACTION_MS = 15_000;

/**
 * The SQL that sets the limits of a connection. Sent after the connection is open: poolers refuse unknown settings in
 * its first message.
 */
export const limitStatements = ({ statementMs, lockMs }: Limits): string =>
  `SET statement_timeout = ${statementMs}; SET lock_timeout = ${lockMs}; ` +
  `SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;

/** The SQL that sets the limits of the open transaction. */
export const limitTransaction = ({ statementMs, lockMs }: Limits): string =>
  `SET LOCAL statement_timeout = ${statementMs}; SET LOCAL lock_timeout = ${lockMs}`;

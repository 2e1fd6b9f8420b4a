/** The pools of this process's connections: one for each kind of work, so that none can take all of them. */
import { Availability } from "./availability";
import { connectionsHere } from "./connections-here";
import { DatabasePool } from "./database-pool";
import { divideConnections } from "./divide-connections";
import { LIMITS, type Limits } from "./limit-statements";
import { env } from "../process/env";
import { onStopLast } from "../process/lifecycle";
import { isFirstProcess } from "../process/process-place";
import { processMemory } from "../process-memory";

/** Whether this thread renders pages, which sets the size of its pools. To be set before the first statement. */
const thread = () => processMemory("db.thread", () => ({ makesPages: false }));
export const makesPagesAlone = (): void => void (thread().makesPages = true);

const shares = () => divideConnections(connectionsHere(), { pages: isFirstProcess() });

const pools = () => processMemory("db.pools", () => new Map<string, DatabasePool>());

/** A pool of this thread, made at its first use and stopped with the process. */
const ownPool =
  (name: string, config: () => PoolSettings): (() => DatabasePool) =>
  () =>
    processMemory(`db.${name}`, () => {
      const created = makePool(name, config());
      onStopLast(`database, ${name}`, () => created.stop());
      return created;
    });

/**
 * The pool for Prisma, for frequent statements and the queue. It throws DatabaseUnavailable if the database is away for
 * longer than calls wait, DatabaseBusy if no connection becomes free, DatabaseTimeout for a statement that took too
 * long, and pg's errors for errors in a statement. Prisma passes the first three through.
 */
export const pool = ownPool("pool", () => ({
  max: thread().makesPages ? shares().pages : shares().requests,
  limits: LIMITS.requests,
}));

/** For searches of logs, which can take longer than other statements and must not use up their connections. */
export const searchPool = ownPool("searches", () => ({
  max: shares().searches,
  limits: { statementMs: env().logSearchSeconds * 1000, lockMs: LIMITS.requests.lockMs },
}));

/** For background work, which can take longer than the work of a request. */
export const jobPool = ownPool("jobs", () => ({ max: shares().jobs, limits: LIMITS.jobs }));

/** The pools of this thread that were used, with the numbers of their connections and of callers that wait for one. */
export const poolStates = (): { name: string; busy: number; idle: number; max: number; waiting: number }[] =>
  [...pools()].map(([name, { totalCount, idleCount, options, callersWaiting }]) => ({
    name,
    busy: totalCount - idleCount,
    idle: idleCount,
    max: options.max,
    waiting: callersWaiting,
  }));

/** How many searches of logs run at a time in this process. */
export const searchConnections = (): number => shares().searches;
/** How many connections the queue has. */
export const queueConnections = (): number => shares().queue;

const availability = (): Availability =>
  processMemory("db.availability", () => {
    const availability = new Availability(requireUrl());
    onStopLast("database's availability", async () => availability.stop());
    return availability;
  });

function requireUrl(): string {
  const { databaseUrl } = env();
  if (databaseUrl) return databaseUrl;
  throw new Error("DATABASE_URL is not set: start the app through `npm start`, which runs the embedded database.");
}

/** Whether the database is away. */
export const isDatabaseAway = (): boolean => availability().isAway;

type PoolSettings = { max: number; limits: Limits; patienceMs?: number };

/** Makes a further pool of this thread; the caller must stop it. */
export function makePool(name: string, config: PoolSettings): DatabasePool {
  const created = new DatabasePool(availability(), {
    connectionString: requireUrl(),
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: "patchbay",
    ...config,
  });
  pools().set(name, created);
  return created;
}

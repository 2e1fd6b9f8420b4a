/** The pools of this process's connections: one for each kind of work, so that none can take all of them. */
import { Availability } from "./availability";
import { DatabasePool } from "./outage-pool";
import { divideConnections } from "./connection-shares";
import { LIMITS, type Limits } from "./statement-limits";
import { env } from "../process/env";
import { onStop } from "../process/lifecycle";
import { processMemory } from "../process-memory";

/** How this thread's pools are sized; the thread that makes pages says that it is one, before it asks the database anything. */
const thread = () => processMemory("db.thread", () => ({ makesPages: false }));
export const makesPagesAlone = (): void => void (thread().makesPages = true);

const shares = () => divideConnections(env().databaseConnections);

/** A pool of this thread that is made when it is first used, and stopped with the process. */
const ownPool =
  (name: string, config: () => PoolSettings): (() => DatabasePool) =>
  () =>
    processMemory(`db.${name}`, () => {
      const made = makePool(config());
      onStop(`database, ${name}`, () => made.stop());
      return made;
    });

/**
 * The pool under Prisma, for hot statements and the queue. What it throws is DatabaseUnavailable when the database is away
 * for longer than calls wait for it, DatabaseBusy when no connection becomes free, DatabaseTimeout for a statement that took
 * too long, and pg's errors for what is wrong with a statement; Prisma passes the first three through.
 */
export const pool = ownPool("pool", () => ({
  max: thread().makesPages ? shares().pages : shares().requests,
  limits: LIMITS.requests,
}));

/** For searches of logs: they may take longer than other statements of requests, and take no connection from them. */
export const searchPool = ownPool("searches", () => ({
  max: shares().searches,
  limits: { statementMs: env().logSearchSeconds * 1000, lockMs: LIMITS.requests.lockMs },
}));

/** For work of the background, which may take longer than a request's. */
export const jobPool = ownPool("jobs", () => ({ max: shares().jobs, limits: LIMITS.jobs }));

/** Searches of logs that run at a time in this process. */
export const searchConnections = (): number => shares().searches;
/** Connections of the queue. */
export const queueConnections = (): number => shares().queue;

const availability = (): Availability =>
  processMemory("db.availability", () => {
    const made = new Availability(requireUrl());
    onStop("database's availability", async () => made.stop());
    return made;
  });

function requireUrl(): string {
  const { databaseUrl } = env();
  if (databaseUrl) return databaseUrl;
  throw new Error("DATABASE_URL is not set: start the app through `npm start`, which runs the embedded database.");
}

/** Whether the database was found away and has not answered since. */
export const isDatabaseAway = (): boolean => availability().isAway;

type PoolSettings = { max: number; limits: Limits; patienceMs?: number };

/** A further pool of this thread. Whoever makes it stops it. */
export const makePool = (config: PoolSettings): DatabasePool =>
  new DatabasePool(availability(), {
    connectionString: requireUrl(),
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: "patchbay",
    ...config,
  });

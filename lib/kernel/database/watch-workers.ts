/**
 * Unlocks the jobs of a process that died. A worker of the queue locks a job in its own name, and the library would
 * unlock it after four hours only. So each process holds an advisory lock for each of its live workers, which ends with
 * its connection.
 */
import type pg from "pg";
import { connectionsHere } from "./connections-here";
import type { DatabasePool } from "./database-pool";
import { background, log } from "../process/log";
import { onEachConnection } from "./notify";
import { processMemory } from "../process-memory";

/** Any number that no other part uses for advisory locks of two numbers. */
const ALIVE = 8_271_002;
/** The application name of a connection, followed by the most connections that its process opens. */
export const COPY_NAME = "patchbay copy";

/**
 * In milliseconds; tests shorten them. `sweep`: the time between two checks. `gone`: how long a worker may be without
 * its lock before it counts as dead; longer than a process needs to reconnect.
 */
export const sweepTimes = () => processMemory("dead-workers.times", () => ({ sweep: 10_000, gone: 30_000 }));

const state = processMemory("dead-workers", () => ({
  alive: new Set<string>(),
  /** Those of them that are not said to live yet. */
  fresh: new Set<string>(),
  client: undefined as pg.Client | undefined,
}));

/** The next connection repeats what fails. */
const lock = (client: pg.Client, workers: Iterable<string>): Promise<unknown> =>
  client.query("SELECT pg_try_advisory_lock($1, hashtext(worker)) FROM unnest($2::text[]) AS worker", [
    ALIVE,
    [...workers],
  ]);

/** Marks the worker as alive, as long as this process is connected. */
export function keepAlive(worker: string): void {
  state.alive.add(worker);
  state.fresh.add(worker);
  if (state.fresh.size > 1) return;
  setImmediate(() => {
    if (state.client) void lock(state.client, state.fresh).catch(() => undefined);
    state.fresh.clear();
  });
}

/** Ends the marks: nothing is locked under these names any longer. */
export function releaseWorkers(workers: readonly string[]): void {
  for (const worker of workers) state.alive.delete(worker);
}

/**
 * Starts marking workers as alive. If a machine disappears with its connections, the server notices within a minute.
 */
function sayAlive(): void {
  onEachConnection(async (client) => {
    state.client = client;
    await client.query("SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3");
    await client.query("SELECT set_config('application_name', $1, false)", [`${COPY_NAME} ${connectionsHere()}`]);
    await lock(client, [...state.alive]);
  });
}

/** SQL: whether the name in `column` is marked as alive. */
export const isAliveSql = (column: string): string =>
  `EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ${ALIVE} AND objid = hashtext(${column})::oid AND objsubid = 2 AND granted)`;

/** Workers that have locked jobs but have no advisory lock. */
const FIND = `SELECT DISTINCT locked_by AS worker FROM graphile_worker.jobs
  WHERE locked_by IS NOT NULL AND NOT ${isAliveSql("locked_by")}`;

/** The workers that were found without a lock, and since when (`performance.now()`). */
type LastSeen = Map<string, number>;

async function sweep(connections: DatabasePool, lastSeen: LastSeen): Promise<void> {
  const times = sweepTimes();
  const startedAt = performance.now();
  const { rows } = await connections.query<{ worker: string }>(FIND);
  const time = performance.now();
  // The database was away or this process was blocked. Others could have the same trouble, so they get the time again.
  if (time - startedAt > times.sweep) lastSeen.clear();
  const now = new Set(rows.map(({ worker }) => worker));
  for (const worker of lastSeen.keys()) if (!now.has(worker)) lastSeen.delete(worker);
  for (const worker of now) if (!lastSeen.has(worker)) lastSeen.set(worker, time);
  const dead = [...lastSeen].filter(([, since]) => time - since >= times.gone).map(([worker]) => worker);
  if (dead.length === 0) return;
  await connections.query("SELECT graphile_worker.force_unlock_workers($1::text[])", [dead]);
  for (const worker of dead) lastSeen.delete(worker);
  log.warn(background("queue"), "jobs of workers whose process is gone were given back", { workers: dead.length });
}

/**
 * Marks this process's workers as alive and looks for dead workers, until `stopping`. Every copy does; it is safe to do
 * twice.
 */
export function watchWorkers(connections: DatabasePool, stopping: AbortSignal): void {
  sayAlive();
  const lastSeen: LastSeen = new Map();
  const next = (ms: number): void => {
    if (stopping.aborted) return;
    setTimeout(() => void look(), ms).unref();
  };
  const look = async (): Promise<void> => {
    if (stopping.aborted) return;
    await sweep(connections, lastSeen).catch((error: unknown) => {
      lastSeen.clear();
      if (!stopping.aborted) log.warn(background("queue"), "dead workers could not be looked for", { error });
    });
    next(sweepTimes().sweep);
  };
  next(0);
}

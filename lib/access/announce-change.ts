/**
 * Notifies all copies of the app of changed keys, sessions, members and projects, so that they clear their caches of
 * callers.
 */
import type { Db } from "@/lib/kernel/database/db";
import { isListening, listen, notify } from "@/lib/kernel/database/notify";
import { processMemory } from "@/lib/kernel/process-memory";

const CHANNEL = "patchbay_access";

/** One row that changed: the key with this hash, or the session with this id. */
const ROW_KINDS = ["key", "session"] as const;
type RowKind = (typeof ROW_KINDS)[number];

/** One row, or something that many callers carry: a project, a member, a person. */
type Change = { [Kind in RowKind]: { kind: Kind; id: string } }[RowKind] | "callers";

/** A cache of callers. A change of a kind without a function of its own leaves the cache as it is. */
type Cache = { clear: () => void } & { [Kind in RowKind]?: (id: string) => void };

const state = processMemory("access.changes", () => ({ caches: [] as Cache[], generation: 0, started: false }));

/** Forgets every caller in this copy of the app. */
function forgetCallers(): void {
  state.generation++;
  for (const cache of state.caches) cache.clear();
}

function forget(payload: string): void {
  const kind = ROW_KINDS.find((rowKind) => payload.startsWith(`${rowKind}:`));
  if (!kind) return forgetCallers();
  state.generation++;
  for (const cache of state.caches) cache[kind]?.(payload.slice(kind.length + 1));
}

function start(): void {
  state.started = true;
  listen(CHANNEL, { missed: forgetCallers, message: forget, onOwn: forget });
}

/** Registers a cache that is cleared by changes; call it once per cache. */
export const dropOnChange = (cache: Cache): void => {
  state.caches.push(cache);
};

/**
 * The number of received changes, or null while changes cannot be received (then do not cache anything).
 * Read it before a query; remember the query's result only if it is still the same afterwards: a change that
 * arrives while the query runs would otherwise be forgotten.
 */
export function changeGeneration(): number | null {
  if (!state.started) start();
  return isListening(CHANNEL) ? state.generation : null;
}

/** Announces a change to all copies when `tx` commits. This copy has applied it before `tx` returns. */
export const announceChange = (tx: Pick<Db, "$executeRaw">, change: Change): Promise<void> =>
  notify(tx, CHANNEL, change === "callers" ? "callers" : `${change.kind}:${change.id}`);

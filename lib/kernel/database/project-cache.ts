/** Values of projects that every call reads and that hardly ever change: cached until the project changes them. */
import { LRUCache } from "lru-cache";
import { shareInFlight } from "../concurrency/memoize";
import { processMemory } from "../process-memory";
import type { Db } from "./db";
import { type Channel, isListening, listen, notify } from "./notify";

/** Changes are announced at once; this limits the harm if the connection for announcements dies silently. */
const REMEMBER_MS = 5_000;
const MOST_PROJECTS = 5_000;

/** The announcement that the values of any projects can have changed. */
const EVERY = "*";

type ProjectCacheOptions<Value> = {
  /** Unique in the process. */
  name: string;
  /** Carries the ids of projects whose value changed, to every copy. */
  channel: Channel;
  load: (projectId: string) => Promise<Value>;
  /** The limit of all values together, where one can be large. */
  size?: { most: number; of: (value: Value) => number };
};

export type ProjectCache<Value> = {
  /** One look into a map; a promise if the value must be read. */
  valueOf: (projectId: string) => Value | Promise<Value>;
  /** Notifies all copies, when `tx` commits, that the value changed. */
  announce: (tx: Pick<Db, "$executeRaw">, projectId: string) => Promise<void>;
  /** Notifies all copies, when `tx` commits, that the values of several projects changed. */
  announceAll: (tx: Pick<Db, "$executeRaw">) => Promise<void>;
};

function createMemory<Value extends object>({ channel, size }: ProjectCacheOptions<Value>) {
  const cache = new LRUCache<string, Value>({
    max: MOST_PROJECTS,
    ttl: REMEMBER_MS,
    ...(size && { maxSize: size.most, sizeCalculation: size.of }),
  });
  const memory = { cache, changes: 0, loads: shareInFlight<Value>() };
  const forget = (projectId: string) => {
    memory.changes++;
    if (projectId === EVERY) cache.clear();
    else cache.delete(projectId);
  };
  listen(channel, {
    missed: () => {
      memory.changes++;
      cache.clear();
    },
    message: forget,
    onOwn: forget,
  });
  return memory;
}

/** A value is read again once the project changed it, in this copy of the app or another one. */
export function projectCache<Value extends object>(options: ProjectCacheOptions<Value>): ProjectCache<Value> {
  const { name, channel, load } = options;
  const state = () => processMemory(name, () => createMemory(options));
  const readFresh = async (projectId: string, before: number): Promise<Value> => {
    const value = await load(projectId);
    const { cache, changes } = state();
    // A change that was announced while the rows were read can be missing from them.
    if (isListening(channel) && before === changes) cache.set(projectId, value);
    return value;
  };
  return {
    valueOf: (projectId) => {
      const { cache, changes, loads } = state();
      if (!isListening(channel)) return load(projectId);
      // Callers share a read, except one that began before a change.
      return cache.get(projectId) ?? loads.run(`${changes} ${projectId}`, () => readFresh(projectId, changes));
    },
    announce: (tx, projectId) => notify(tx, channel, projectId),
    announceAll: (tx) => notify(tx, channel, EVERY),
  };
}

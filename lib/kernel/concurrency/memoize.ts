/**
 * Work that is done once for all callers. A failure reaches the callers that waited for it and is then forgotten: the
 * next caller tries again. Promises are kept only here (scripts/lint/plugin.mjs), because a kept promise that was
 * rejected would fail every later caller.
 */

/** Makes the value at the first call and keeps it. After a failure the next call tries again. */
export function memoize<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | undefined;
  return () => {
    if (cached) return cached;
    const promise = make().catch((error: unknown) => {
      cached = undefined;
      throw error;
    });
    cached = promise;
    return promise;
  };
}

export type InFlight<Value> = {
  /** The attempt in flight, if there is one. */
  find: (key: string) => Promise<Value> | undefined;
  /** Joins the attempt in flight or begins one. Nothing is kept after it ends. */
  run: (key: string, work: () => Promise<Value>) => Promise<Value>;
};

/** Runs one attempt at a time for each key: callers that come during it get its result too. */
export function shareInFlight<Value>(): InFlight<Value> {
  const running = new Map<string, Promise<Value>>();
  return {
    find: (key) => running.get(key),
    run: (key, work) => {
      const pending = running.get(key);
      if (pending) return pending;
      const attempt = work().finally(() => running.delete(key));
      running.set(key, attempt);
      return attempt;
    },
  };
}

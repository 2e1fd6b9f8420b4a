/**
 * Work that is done once for all who want its result. A failure reaches those who waited for it and is then forgotten: the
 * next caller tries again. Promises are kept here and nowhere else (eslint.config.mjs), because one that was rejected and
 * kept would fail everybody for ever.
 */

/** Returns a reader of one value: made when it is first asked for, then kept; what failed is made again at the next call. */
export function remembered<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | undefined;
  return () => {
    if (kept) return kept;
    const made = make().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    kept = made;
    return made;
  };
}

export type Together<Value> = {
  /** The attempt that is under way, if there is one. */
  find: (key: string) => Promise<Value> | undefined;
  /** Joins the attempt that is under way, or begins one. Nothing is kept of one that has ended. */
  run: (key: string, work: () => Promise<Value>) => Promise<Value>;
};

/** Attempts by key, one at a time for each: callers who come while it is under way get its result too. */
export function together<Value>(): Together<Value> {
  const running = new Map<string, Promise<Value>>();
  return {
    find: (key) => running.get(key),
    run: (key, work) => {
      const known = running.get(key);
      if (known) return known;
      const attempt = work().finally(() => running.delete(key));
      running.set(key, attempt);
      return attempt;
    },
  };
}

/** Values that exist once per thread, even if it runs two bundles of the same module (Next's and the server's). */

const STORE = Symbol.for("patchbay.memory");
const thread = globalThis as unknown as { [STORE]?: Map<string, unknown> };
/** A copy of the reference, because the global object is slow to read and each request needs it often. */
const store = (thread[STORE] ??= new Map());

/** Returns the thread-wide value of `name`, made by `make` at the first call from any copy of the code. */
export function processMemory<T>(name: string, make: () => T): T {
  const value = store.get(name);
  if (value !== undefined) return value as T;
  const created = make();
  store.set(name, created);
  return created;
}

/** One value a process, even where two bundles of the same module live in it (Next's and the server's). */

const store = globalThis as unknown as Record<symbol, unknown>;

/** Returns the process-wide value of `name`, made by `make` at the first call from any copy of the code. */
export function once<T>(name: string, make: () => T): T {
  const key = Symbol.for(`patchbay.${name}`);
  if (!(key in store)) store[key] = make();
  return store[key] as T;
}

/** One value for each thread, even when two bundles of the same module run in it (Next's and the server's). */

const store = globalThis as unknown as Record<symbol, unknown>;
/** `Symbol.for` is slow, and every request comes here often. */
const keys = new Map<string, symbol>();

function keyOf(name: string): symbol {
  const key = Symbol.for(`patchbay.${name}`);
  keys.set(name, key);
  return key;
}

/** Returns the thread-wide value of `name`, made by `make` at the first call from any copy of the code. */
export function processMemory<T>(name: string, make: () => T): T {
  const key = keys.get(name) ?? keyOf(name);
  return (store[key] ??= make()) as T;
}

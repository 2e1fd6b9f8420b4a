/**
 * Listeners of a signal that many requests share, as that of a connection: adding one to the signal itself and removing
 * it again costs as much as parsing the request.
 */

/** The listeners of each shared signal, which has one listener of its own for all of them. */
const sharedListeners = new WeakMap<AbortSignal, Set<() => void>>();

/** Lets `onAbort` keep the listeners of a signal that lives for long and is no part of another signal. */
export function shareAbort(signal: AbortSignal): void {
  const listeners = new Set<() => void>();
  sharedListeners.set(signal, listeners);
  signal.addEventListener(
    "abort",
    () => {
      for (const listener of listeners) listener();
      listeners.clear();
    },
    { once: true },
  );
}

/**
 * Calls `listener` when the signal aborts, but not if it has aborted already.
 * @param listener a function of this call's own; it must not throw
 * @returns how to stop listening
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = sharedListeners.get(signal);
  if (listeners) {
    if (!signal.aborted) listeners.add(listener);
    return () => void listeners.delete(listener);
  }
  signal.addEventListener("abort", listener, { once: true });
  return () => signal.removeEventListener("abort", listener);
}

/** How many listeners of a shared signal still wait; 0 for any other signal. */
export const countListeners = (signal: AbortSignal): number => sharedListeners.get(signal)?.size ?? 0;

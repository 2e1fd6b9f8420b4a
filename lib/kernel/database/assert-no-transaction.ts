/**
 * Finds code that takes a second connection while it has an open transaction. Under load, such code can use all
 * connections of the pool and wait for itself until it fails. So development and tests refuse it at once. Not in
 * production, where the tracking would slow down every promise.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { env } from "../process/env";
import { processMemory } from "../process-memory";

type Open = { isOpen: boolean };

const follower = () =>
  processMemory("transaction-guard", () => ({ open: env().production ? undefined : new AsyncLocalStorage<Open>() }));

/** Runs what is done inside a transaction. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const { open } = follower();
  if (!open) return work();
  const state = { isOpen: true };
  try {
    return await open.run(state, work);
  } finally {
    // Work that it started without waiting for it (a timer) can use the database afterwards.
    state.isOpen = false;
  }
}

/**
 * @throws Error when the caller is inside an open transaction: it must use `tx`, or read before the transaction begins
 */
export function assertNoTransaction(): void {
  if (follower().open?.getStore()?.isOpen)
    throw new Error("The database was used past the transaction that is open: use tx, or read before it begins.");
}

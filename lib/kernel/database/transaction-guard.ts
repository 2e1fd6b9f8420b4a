/**
 * Finds work that takes a second connection while it holds one in an open transaction. As many of them at once as the pool
 * has connections wait for each other until all give up, which happens only under load: so development and tests refuse
 * the first one. In production nothing is followed, because that would cost every promise something.
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
    // What it began and did not wait for (a timer) may use the database as anybody.
    state.isOpen = false;
  }
}

/** @throws Error when the caller is inside an open transaction: it must use `tx`, or read before the transaction begins */
export function assertNoTransaction(): void {
  if (follower().open?.getStore()?.isOpen)
    throw new Error("The database was used past the transaction that is open: use tx, or read before it begins.");
}

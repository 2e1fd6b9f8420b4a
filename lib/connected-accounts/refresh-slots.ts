/** Limits how many refreshes run at once: each holds a database connection while a provider thinks. */
import { once } from "@/lib/kernel/once";

/** Of the pool's 20 connections; the others stay free for everything that does not wait for a provider. */
const SLOTS = 8;

const slots = () => once("connected-accounts.refresh-slots", () => ({ free: SLOTS, waiting: [] as (() => void)[] }));

/** Runs `work` when a slot is free; waits in order. */
export async function inRefreshSlot<T>(work: () => Promise<T>): Promise<T> {
  const state = slots();
  if (state.free > 0) state.free--;
  else await new Promise<void>((resolve) => state.waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = state.waiting.shift();
    // The slot passes from hand to hand, so that a newcomer cannot overtake the first in line.
    if (next) next();
    else state.free++;
  }
}

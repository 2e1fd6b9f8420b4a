/**
 * Connections whose clients have shown no proof yet: so many from one address, and so many in all, in one copy of the
 * app. A client shows its proof within a second, so that those who wait are few, unless somebody only opens
 * connections.
 */
import { processMemory } from "@/lib/kernel/process-memory";

const MOST_OF_ADDRESS = 50;
const MOST = 1000;

const state = processMemory("realtime.strangers", () => ({ all: 0, byAddress: new Map<string, number>() }));

/** Why one more is refused. */
export type Refusal = { status: 429 | 503; words: string };

/** Counts another connection, until the returned function is called; returns the refusal if there are too many. */
export function admitStranger(address: string): (() => void) | Refusal {
  const ofAddress = state.byAddress.get(address) ?? 0;
  if (ofAddress >= MOST_OF_ADDRESS)
    return { status: 429, words: `${MOST_OF_ADDRESS} connections from this address have not subscribed yet.` };
  if (state.all >= MOST) return { status: 503, words: `${MOST} connections have not subscribed yet.` };
  state.all++;
  state.byAddress.set(address, ofAddress + 1);
  let isCounted = true;
  return () => {
    if (!isCounted) return;
    isCounted = false;
    state.all--;
    const left = (state.byAddress.get(address) ?? 1) - 1;
    if (left > 0) state.byAddress.set(address, left);
    else state.byAddress.delete(address);
  };
}

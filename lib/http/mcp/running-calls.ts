/**
 * Calls that their clients may cancel by a message, in whichever copy of the app they run. A message names no more than
 * the number that the client gave its request, and other clients give the same numbers. So a call counts as meant only
 * if it is the only one with this number from the same caller, program and address.
 */
import { db } from "@/lib/kernel/database/db";
import { listen, notify } from "@/lib/kernel/database/notify";
import { processMemory } from "@/lib/kernel/process-memory";

const CHANNEL = "patchbay_mcp_cancel";

const state = processMemory("mcp.running", () => ({ calls: new Map<string, AbortController[]>(), listening: false }));

/**
 * Whether the call is known here. If there are several with this key, nobody can know which is meant, so no call is
 * ended.
 */
function end(key: string): boolean {
  const calls = state.calls.get(key) ?? [];
  if (calls.length === 1) calls[0]?.abort();
  return calls.length > 0;
}

/** Notes a call until the returned function is called. */
export function noteCall(key: string, controller: AbortController): () => void {
  if (!state.listening) {
    state.listening = true;
    listen(CHANNEL, { message: end, missed: () => undefined });
  }
  state.calls.set(key, [...(state.calls.get(key) ?? []), controller]);
  return () => {
    const rest = (state.calls.get(key) ?? []).filter((other) => other !== controller);
    if (rest.length > 0) state.calls.set(key, rest);
    else state.calls.delete(key);
  };
}

/** Ends the call, here or in another copy. */
export async function cancelCall(key: string): Promise<void> {
  if (!end(key)) await notify(db, CHANNEL, key);
}

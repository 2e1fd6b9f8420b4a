/** Notes when an API key was last used: at most one write a minute and key, never while a request waits. */
import { now } from "@/lib/kernel/clock";
import { queryRows } from "@/lib/kernel/db";
import { onStop } from "@/lib/kernel/lifecycle";
import { log } from "@/lib/kernel/log";
import { once } from "@/lib/kernel/once";

const EVERY_MS = 60_000;
const FLUSH_AFTER_MS = 1_000;
/** Beyond this many keys in a minute the memory of writes is forgotten: the statement's own condition still holds. */
const MOST_KEYS = 50_000;

const state = once("access.key-usage", () => ({
  written: new Map<string, number>(), pending: new Set<string>(), timer: undefined as NodeJS.Timeout | undefined, registered: false,
}));

/** Writes what is pending now. A failure is logged: the time of last use is not worth a failed request. */
export async function flushKeyUses(): Promise<void> {
  clearTimeout(state.timer);
  state.timer = undefined;
  if (state.pending.size === 0) return;
  const ids = [...state.pending];
  state.pending.clear();
  try {
    await queryRows("access.key-used",
      "UPDATE api_key SET last_used_at = $2 WHERE id = ANY($1::text[]) AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 minute')",
      [ids, now()]);
  } catch (error) {
    log.warn("the last use of API keys was not written", { error });
  }
}

/** Remembers that the key was used just now. */
export function recordKeyUse(keyId: string): void {
  const at = Date.now();
  const last = state.written.get(keyId);
  if (last !== undefined && at - last < EVERY_MS) return;
  if (state.written.size >= MOST_KEYS) state.written.clear();
  state.written.set(keyId, at);
  state.pending.add(keyId);
  if (!state.registered) {
    state.registered = true;
    onStop("key uses", flushKeyUses);
  }
  state.timer ??= setTimeout(() => void flushKeyUses(), FLUSH_AFTER_MS).unref();
}

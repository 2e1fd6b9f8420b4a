/** Notes when an account was last used: at most one write a minute and account, never while an execution waits. */
import { now } from "@/lib/kernel/clock";
import { queryRows } from "@/lib/kernel/db";
import { onStop } from "@/lib/kernel/lifecycle";
import { log } from "@/lib/kernel/log";
import { once } from "@/lib/kernel/once";

const EVERY_MS = 60_000;
const FLUSH_AFTER_MS = 1_000;
/** Beyond this many accounts in a minute the memory of writes is forgotten: the statement's own condition still holds. */
const MOST_ACCOUNTS = 50_000;

const state = once("connected-accounts.usage", () => ({
  written: new Map<string, number>(), pending: new Set<string>(), timer: undefined as NodeJS.Timeout | undefined, registered: false,
}));

/** A row that a refresh holds is left out: its next use a minute later counts. */
const WRITE = `UPDATE connected_account SET last_used_at = $2 WHERE id IN (SELECT id FROM connected_account
  WHERE id = ANY($1::text[]) AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 minute') FOR NO KEY UPDATE SKIP LOCKED)`;

/** Writes what is pending now. A failure is logged: the time of last use is not worth a failed execution. */
export async function flushAccountUses(): Promise<void> {
  clearTimeout(state.timer);
  state.timer = undefined;
  if (state.pending.size === 0) return;
  const ids = [...state.pending];
  state.pending.clear();
  try {
    await queryRows("connected-accounts.used", WRITE, [ids, now()]);
  } catch (error) {
    log.warn("the last use of connected accounts was not written", { error });
  }
}

/** Remembers that the account is used just now. */
export function recordAccountUse(accountId: string): void {
  const at = now().getTime();
  const last = state.written.get(accountId);
  if (last !== undefined && at - last < EVERY_MS) return;
  if (state.written.size >= MOST_ACCOUNTS) state.written.clear();
  state.written.set(accountId, at);
  state.pending.add(accountId);
  if (!state.registered) {
    state.registered = true;
    onStop("account uses", flushAccountUses);
  }
  state.timer ??= setTimeout(() => void flushAccountUses(), FLUSH_AFTER_MS).unref();
}

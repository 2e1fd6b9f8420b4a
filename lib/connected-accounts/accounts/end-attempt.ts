/**
 * Ends attempts to connect. An account that worked and was revoked, or expired, gets that status back until it is
 * connected, however often somebody begins an attempt and gives up. The status comes from its history.
 */
import { narrowed, rowsIn, statement } from "@/lib/kernel/database/statement";
import type { Db } from "@/lib/kernel/database/db";
import type { EventActor } from "../contract";
import { moveAccount } from "./move-account";

/**
 * The last status before the attempts, with the reason that it had first: later events of the same status belong to
 * attempts. A revoked account cannot expire.
 */
const BEFORE = statement({
  name: "connected-accounts.before-attempts",
  text: `SELECT e.status, e.reason FROM connected_account_event e
    WHERE e.project_id = $1 AND e.account_id = $2 AND e.status IN ('EXPIRED', 'REVOKED')
      AND e.id > (SELECT max(w.id) FROM connected_account_event w
        WHERE w.project_id = $1 AND w.account_id = $2 AND w.status = 'ACTIVE')
    ORDER BY (e.status = 'REVOKED') DESC, e.id LIMIT 1`,
  columns: { status: narrowed<"EXPIRED" | "REVOKED">()("text"), reason: "text?" },
});

type End = { to: "FAILED" | "EXPIRED"; reason: string; by: EventActor };

/**
 * Ends an attempt to connect. An account that worked before is again what it was, for the reason it had: the attempt
 * stands in its history alone.
 * @returns whether an attempt was under way
 */
export async function endAttempt(tx: Db, projectId: string, id: string, { to, reason, by }: End): Promise<boolean> {
  const [before] = await rowsIn(tx, BEFORE, [projectId, id]);
  const state = before ? { to: before.status, reason: before.reason, note: reason } : { to, reason };
  return moveAccount(tx, projectId, id, { ...state, by, from: ["INITIALIZING", "INITIATED"] });
}

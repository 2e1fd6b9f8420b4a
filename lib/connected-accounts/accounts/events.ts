/** The history of an account: what happened to it, when, why, and through whom. */
import { now } from "@/lib/kernel/time/clock";
import { readCursor, toPage, type Page } from "@/lib/kernel/database/cursor";
import { queryRows, type Db } from "@/lib/kernel/database/db";
import { requireAccount } from "./accounts";
import type { AccountStatus, EventActor } from "../contract";

export type AccountEvent = { id: string; at: Date; status: AccountStatus; reason: string | null; by: EventActor };

/** Adds a step to an account's history; with `tx` it stands or falls with the change that it tells of. */
export async function recordAccountEvent(
  tx: Pick<Db, "$executeRaw">,
  projectId: string,
  accountId: string,
  event: Pick<AccountEvent, "status" | "reason" | "by">,
): Promise<void> {
  await tx.$executeRaw`INSERT INTO connected_account_event (project_id, account_id, at, status, reason, by)
    VALUES (${projectId}, ${accountId}, ${now()}, ${event.status}, ${event.reason}, ${event.by})`;
}

const LIST = `SELECT id::text, at, status, reason, by FROM connected_account_event
  WHERE project_id = $1 AND account_id = $2 AND ($3::bigint IS NULL OR id < $3::bigint) ORDER BY connected_account_event.id DESC LIMIT $4`;
const COUNT = "SELECT count(*)::int AS total FROM connected_account_event WHERE project_id = $1 AND account_id = $2";

/**
 * A page of an account's history, newest first.
 * @throws ApiError NotFound for an account that the project does not have, BadRequest for a foreign cursor
 */
export async function listAccountEvents(
  projectId: string,
  accountId: string,
  { limit, cursor: text }: { limit: number; cursor?: string | undefined },
): Promise<Page<AccountEvent>> {
  await requireAccount(projectId, accountId);
  const cursor = readCursor(text);
  const [rows, [count]] = await Promise.all([
    queryRows<AccountEvent>("connected-accounts.events", LIST, [projectId, accountId, cursor?.id ?? null, limit + 1]),
    queryRows<{ total: number }>("connected-accounts.event-count", COUNT, [projectId, accountId]),
  ]);
  return toPage(rows, count?.total ?? 0, limit, cursor, (row) => ({ at: row.at.toISOString(), id: row.id }));
}

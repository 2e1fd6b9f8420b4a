/** The history of an account: what happened to it, when, why, and through whom. */
import { now } from "@/lib/kernel/time/clock";
import { readCursor, toPage, type Page } from "@/lib/kernel/database/cursor";
import type { Db } from "@/lib/kernel/database/db";
import { changeIn, narrowed, rowsOf, statement } from "@/lib/kernel/database/statement";
import { requireAccount } from "./accounts";
import { announceChange } from "./announce-change";
import type { AccountStatus, EventActor } from "../contract";

export type AccountEvent = { id: string; at: Date; status: AccountStatus; reason: string | null; by: EventActor };

const RECORD = statement({
  name: "connected-accounts.record-event",
  text: `INSERT INTO connected_account_event (project_id, account_id, at, status, reason, by)
    VALUES ($1, $2, $3, $4, $5, $6)`,
});

/** Adds an event to an account's history, in the transaction of the change that it describes. */
export async function recordAccountEvent(
  tx: Pick<Db, "$executeRawUnsafe" | "$executeRaw" | "$queryRawUnsafe">,
  projectId: string,
  accountId: string,
  event: Pick<AccountEvent, "status" | "reason" | "by">,
): Promise<void> {
  await announceChange(tx, projectId, accountId, event);
  await changeIn(tx, RECORD, [projectId, accountId, now(), event.status, event.reason, event.by]);
}

const LIST = statement({
  name: "connected-accounts.events",
  text: `SELECT id::text, at, status, reason, by FROM connected_account_event
  WHERE project_id = $1 AND account_id = $2 AND ($3::bigint IS NULL OR id < $3::bigint) ORDER BY connected_account_event.id DESC LIMIT $4`,
  columns: {
    id: "text",
    at: "timestamptz",
    status: narrowed<AccountStatus>()("text"),
    reason: "text?",
    by: narrowed<EventActor>()("text"),
  },
});
const COUNT = statement({
  name: "connected-accounts.event-count",
  text: "SELECT count(*)::int AS total FROM connected_account_event WHERE project_id = $1 AND account_id = $2",
  columns: { total: "int4" },
});

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
    rowsOf(LIST, [projectId, accountId, cursor?.id ?? null, limit + 1]),
    rowsOf(COUNT, [projectId, accountId]),
  ]);
  return toPage(rows, count?.total ?? 0, limit, cursor, (row) => ({ time: row.at.toISOString(), id: row.id }));
}

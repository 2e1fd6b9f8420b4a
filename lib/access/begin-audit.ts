/**
 * Changes whose process can die before their event is in the audit trail. A row is written before the change begins,
 * and the event takes its place afterwards. If the process is gone, a job writes the event: its outcome is unknown.
 */
import { randomUUID } from "node:crypto";
import { isAliveSql, keepAlive } from "@/lib/kernel/database/watch-workers";
import { jobPool } from "@/lib/kernel/database/pools";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { log, type Origin } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { type AuditEvent, recordAudit, toAuditRow } from "./record-audit";

/** A change whose outcome is not known yet. */
export type BegunChange = Omit<AuditEvent, "outcome" | "status">;

const BEGIN = statement({
  name: "access.audit-announce",
  text: `INSERT INTO audit_begun (copy, event)
    VALUES ($1, $2::text::jsonb || jsonb_build_object('facts', $3::text::jsonb)) RETURNING id`,
  columns: { id: "int8" },
});

const DROP = statement({
  name: "access.audit-drop-begun",
  text: "DELETE FROM audit_begun WHERE id = $1::text::bigint",
});

/**
 * A process that lost its connection for a moment is not gone. If it is taken for gone, the trail has one event more,
 * because the true event follows.
 */
const FINISH_LOST = statement({
  name: "access.audit-finish-lost",
  text: `WITH lost AS (DELETE FROM audit_begun AS b
      WHERE b.begun_at < now() - interval '1 minute' AND NOT ${isAliveSql("b.copy")} RETURNING b.id, b.event),
    written AS (INSERT INTO audit_event (at, organization_id, project_id, actor_kind, actor_id, action, operation, target,
        outcome, status, request_id, address, facts)
      SELECT e.at, e."organizationId", e."projectId", e."actorKind", e."actorId", e.action, e.operation, e.target,
        'unknown', 500, e."requestId", e.address, nullif(e.facts, 'null')
      FROM lost, jsonb_to_record(lost.event) AS e(at timestamptz, "organizationId" text, "projectId" text,
        "actorKind" text, "actorId" text, action text, operation text, target text, "requestId" text, address text,
        facts jsonb)
      ORDER BY lost.id RETURNING 1)
    SELECT count(*)::int4 AS total FROM written`,
  columns: { total: "int4?" },
});

/** The name of this copy of the app in its rows. It is marked as alive as long as the process is connected. */
const copyName = (): string =>
  processMemory("audit.copy", () => {
    const name = `audit ${randomUUID()}`;
    keepAlive(name);
    return name;
  });

/**
 * Announces a change before it begins. Returns the ID for `recordAudit` or `dropNotice`.
 * @throws if the row cannot be written: the change must not be made then
 */
export async function beginAudit(change: BegunChange): Promise<string> {
  const { outcome: _, status: __, facts, ...row } = toAuditRow({ ...change, outcome: "unknown", status: 500 });
  const [notice] = await rowsOf(BEGIN, [copyName(), JSON.stringify(row), facts]);
  return String(notice?.id);
}

/** Ends a change that was not made, without an event. */
export async function dropNotice(noticeId: string, on: Origin): Promise<void> {
  try {
    await rowsOf(DROP, [noticeId]);
  } catch (error) {
    log.warn(on, "the row of a change that was not made is left behind", { error, noticeId });
  }
}

/**
 * Makes a change and records it.
 * @param finish what the event has in addition; null if nothing was changed
 */
export async function auditAround<T>(
  change: BegunChange & { status: number },
  work: () => Promise<T>,
  finish: (result: T) => Partial<BegunChange> | null = () => ({}),
): Promise<T> {
  const noticeId = await beginAudit(change);
  try {
    const result = await work();
    const more = finish(result);
    if (more) await recordAudit({ ...change, ...more, outcome: "done" }, noticeId);
    else await dropNotice(noticeId, change);
    return result;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await dropNotice(noticeId, change);
    else await recordAudit({ ...change, outcome: "failed", status: 500 }, noticeId);
    throw error;
  }
}

/** Writes the events of changes whose process is gone. Returns how many. */
export async function finishLostChanges(): Promise<number> {
  const [row] = await rowsOf(FINISH_LOST, [], jobPool());
  return row?.total ?? 0;
}

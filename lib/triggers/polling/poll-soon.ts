/** Polls a trigger because its provider has reported something new. */
import type { Db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { pollIn } from "./schedule-polls";

/** A trigger whose polls fail is polled no sooner than this: a report can be one of many. */
const AFTER_FAILURES_SECONDS = 60;

/**
 * One row for all reports of a moment: a poll that is due or runs takes them along. The poll that runs looks at
 * `signaled_at` when it ends.
 */
const SIGNAL = statement({
  name: "triggers.signal",
  text: `UPDATE trigger_instance SET signaled_at = clock_timestamp()
    WHERE project_id = $1 AND id = $2 AND disabled_at IS NULL
    RETURNING failures, coalesce(extract(epoch FROM poll_at - clock_timestamp()), 0)::float8 AS seconds,
      (lease_until IS NULL OR lease_until < clock_timestamp())
        AND (poll_at IS NULL OR poll_at > clock_timestamp()) AS "isIdle"`,
  columns: { failures: "int4", seconds: "float8", isIdle: "bool" },
});

/** Has a trigger polled now, or again after the poll that runs. */
export async function pollSoon(tx: Db, { projectId, id }: { projectId: string; id: string }): Promise<void> {
  const [row] = await rowsIn(tx, SIGNAL, [projectId, id]);
  if (!row?.isIdle) return;
  await pollIn(tx, projectId, id, row.failures === 0 ? 0 : Math.min(row.seconds, AFTER_FAILURES_SECONDS));
}

/** Polls a trigger because its provider has reported something new. */
import type { Db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { SIGNALED_SECONDS } from "./poll-times";
import { pollIn } from "./schedule-polls";

/**
 * One row for all reports of a moment: a poll that is due or runs takes them along. The poll that runs looks at
 * `signaled_at` when it ends. Polls that fail keep their pauses, because the provider can have asked for them.
 */
const SIGNAL = statement({
  name: "triggers.signal",
  text: `UPDATE trigger_instance SET signaled_at = clock_timestamp()
    WHERE project_id = $1 AND id = $2 AND disabled_at IS NULL
    RETURNING greatest(0, extract(epoch FROM
        polled_at + interval '${SIGNALED_SECONDS} seconds' - clock_timestamp()))::float8 AS seconds,
      failures = 0 AND (lease_until IS NULL OR lease_until < clock_timestamp()) AND (poll_at IS NULL
        OR poll_at > greatest(clock_timestamp(), polled_at + interval '${SIGNALED_SECONDS} seconds')) AS "isIdle"`,
  columns: { seconds: "float8", isIdle: "bool" },
});

/** Has a trigger polled now, or again after the poll that runs, but not sooner than two seconds after the last one. */
export async function pollSoon(tx: Db, { projectId, id }: { projectId: string; id: string }): Promise<void> {
  const [row] = await rowsIn(tx, SIGNAL, [projectId, id]);
  if (row?.isIdle) await pollIn(tx, projectId, id, row.seconds);
}

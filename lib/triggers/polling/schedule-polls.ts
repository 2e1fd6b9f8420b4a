/** The jobs of polling: each trigger has one, which writes the next one when it ends. */
import { LRUCache } from "lru-cache";
import { db, type Db } from "@/lib/kernel/database/db";
import { rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import type { JobKind } from "@/lib/kernel/jobs/classes";
import { enqueue, isQueued, type EnqueueOptions } from "@/lib/kernel/jobs/queue";
import { log, type Origin } from "@/lib/kernel/process/log";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";
import type { Trigger } from "../instances/require-trigger";
import { LATE_INTERVALS, LEAST_SECONDS } from "./poll-times";

/** A poll that fails writes its own next time: the queue tries again only what ended with its process. */
export const POLL: JobKind = { name: "triggers.poll", work: "polling", pauses: [5, 30, 120] };

export type PollJob = { projectId: string; id: string };

/** By the clock of the database, as the jobs' own times are. */
const NEXT = statement({
  name: "triggers.next-poll",
  text: `UPDATE trigger_instance SET poll_at = now() + make_interval(secs => $3::float8)
    WHERE project_id = $1 AND id = $2 AND disabled_at IS NULL RETURNING id`,
  columns: { id: "text" },
});

/** Has a trigger polled in so many seconds, in place of the time that it had. */
export async function pollIn(tx: Db, projectId: string, id: string, seconds: number): Promise<void> {
  const [row] = await rowsIn(tx, NEXT, [projectId, id, seconds]);
  if (!row) return;
  await writeJob(tx, { projectId, id }, { inSeconds: seconds });
}

/** Polls of a trigger keep out of each other's way by its lease, so that one that hangs holds up no other trigger's. */
const writeJob = (tx: Db, job: PollJob, runAt?: EnqueueOptions["runAt"]): Promise<void> =>
  enqueue(tx, POLL, job, { key: job.id, sideBySide: true, ...(runAt && { runAt }) });

/** Those that have to wait come again in a row, and not all at once: so many a second. */
const AGAIN_A_SECOND = 50;
const LEAST_WAIT_MS = 1000;
const lastOf = processMemory("triggers.put-off", () => new LRUCache<string, number>({ max: 10_000 }));

/**
 * Puts off the job of a poll, because its project has reached the limit of running polls. Its due time stays the same.
 */
export async function putOff(job: PollJob): Promise<void> {
  const time = performance.now();
  const turn = Math.max(time + LEAST_WAIT_MS, (lastOf.get(job.projectId) ?? 0) + 1000 / AGAIN_A_SECOND);
  lastOf.set(job.projectId, turn);
  await db.$transaction((tx) => writeJob(tx, job, { inSeconds: (turn - time) / 1000 }));
}

/** Begins to poll a trigger. */
export async function startPolling(tx: Db, projectId: string, id: string): Promise<Trigger> {
  await pollIn(tx, projectId, id, 0);
  const trigger = await tx.triggerInstance.findFirst({ where: { projectId, id } });
  if (!trigger) throw new ApiError("NotFound", `There is no trigger ${JSON.stringify(id)} in this project.`);
  return trigger;
}

/** Those that are late by three intervals: their jobs were lost, or wait behind too many others. */
const OVERDUE = statement({
  name: "triggers.overdue",
  text: `SELECT project_id AS "projectId", id, extract(epoch FROM now() - poll_at)::float8 AS late FROM trigger_instance
    WHERE disabled_at IS NULL AND poll_at < now() - interval '${LATE_INTERVALS * LEAST_SECONDS} seconds'
      AND poll_at < now() - make_interval(secs => ${LATE_INTERVALS} *
        greatest(${LEAST_SECONDS}, coalesce(poll_minutes, (config->>'interval')::float8, 1) * 60))
    ORDER BY poll_at LIMIT 1000`,
  columns: { projectId: "text", id: "text", late: "float8" },
});

const MARK = statement({
  name: "triggers.mark-overdue",
  text: `UPDATE trigger_instance SET last_error = $3, lease_owner = NULL, lease_until = NULL
    WHERE project_id = $1 AND id = $2 AND (lease_until IS NULL OR lease_until < now())`,
});

/** Finds overdue polls, reports them at their triggers, and queues their jobs again. */
export async function restartOverdue(_: unknown, on: Origin): Promise<void> {
  const overdue = await rowsOf(OVERDUE, []);
  for (const { projectId, id, late } of overdue) {
    // A job that waits keeps its place.
    const waits = await isQueued(POLL, id);
    await db.$transaction(async (tx) => {
      const words = `The poll was late by ${Math.round(late)} seconds and was started again.`;
      await rowsIn(tx, MARK, [projectId, id, words]);
      if (!waits) await writeJob(tx, { projectId, id });
    });
  }
  if (overdue.length > 0) log.warn(on, "polls were overdue and were started again", { total: overdue.length });
}

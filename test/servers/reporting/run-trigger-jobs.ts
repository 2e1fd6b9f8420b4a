/** The jobs of triggers, run one after the other as the queue does. */
import { pollTrigger } from "@/lib/triggers/polling/poll-trigger";
import { SIGNALED_SECONDS } from "@/lib/triggers/polling/poll-times";
import { POLL } from "@/lib/triggers/polling/schedule-polls";
import { REMOVE_HOOK } from "@/lib/triggers/provider/hooks";
import { runHookRemoval } from "@/lib/triggers/provider/run-hook-removal";
import { renewHook } from "@/lib/triggers/renewal/renew-hook";
import { RENEW_HOOK, scheduleHookRenewals } from "@/lib/triggers/renewal/schedule-hook-renewals";
import { queryRows } from "../../setup/query-rows";
import { ON } from "../../builders/origin";

const HANDLERS = { [POLL.name]: pollTrigger, [REMOVE_HOOK.name]: runHookRemoval, [RENEW_HOOK.name]: renewHook };

/** Makes polls due now that are due as soon as polls can be. */
const hastenPolls = () =>
  queryRows(
    "test.hasten-jobs",
    `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at BETWEEN now() AND now() + $1 * interval '1 second'`,
    [SIGNALED_SECONDS],
  );

/** Runs the jobs that are due, and those that they write, until none is left. */
export async function runTriggerJobs(): Promise<void> {
  await hastenPolls();
  for (;;) {
    const jobs = await queryRows<{ name: string; payload: unknown }>(
      "test.take-jobs",
      `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
        WHERE t.id = j.task_id AND t.identifier = ANY($1::text[]) AND j.run_at <= now()
        RETURNING t.identifier AS name, j.payload`,
      [Object.keys(HANDLERS)],
    );
    if (jobs.length === 0) return;
    for (const { name, payload } of jobs) await HANDLERS[name]?.(payload, ON);
    if (jobs.some(({ name }) => name === RENEW_HOOK.name)) await hastenPolls();
  }
}

/** What the clock and the queue do in a minute. */
export async function passMinute(): Promise<void> {
  await scheduleHookRenewals({}, ON);
  await runTriggerJobs();
}

/**
 * Runs jobs that renew accounts, at the time of its parent, some at the same time. Reports the start and the end of
 * each, until it is killed.
 */
import { leaseTimes } from "@/lib/connected-accounts/credentials/refresh-lease";
import { renewAccount } from "@/lib/connected-accounts/renewal/renew-account";
import { DatabaseUnavailable } from "@/lib/kernel/database/db-errors";
import { moveClock } from "@/lib/kernel/time/clock";
import { ON } from "../../builders/origin";

// A short lease, so that the other process does not wait long for it.
Object.assign(leaseTimes(), { lease: 1000, grace: 500 });

/** One more than a copy of the app sends to one provider, so that some are put off. */
const AT_ONCE = 4;

export type RenewalJob = { projectId: string; accountId: string; requestedAt: string };
export type RenewalWork = { offsetMs: number; jobs: RenewalJob[] };
export type RenewalReport = { is: "ready" | "done" } | { is: "started" | "ended"; accountId: string };

const report = (message: RenewalReport) => process.send?.(message);

async function work({ offsetMs, jobs }: RenewalWork): Promise<void> {
  const restore = moveClock(offsetMs);
  const waiting = [...jobs];
  const takeJobs = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const { accountId } = job;
      report({ is: "started", accountId });
      await renewAccount(job, ON).catch((error: unknown) => {
        // As the queue does with the job of a database that did not answer in time.
        if (!(error instanceof DatabaseUnavailable)) throw error;
        waiting.push(job);
      });
      report({ is: "ended", accountId });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeJobs));
  restore();
  report({ is: "done" });
}

process.on("message", (message) => void work(message as RenewalWork));
process.once("disconnect", () => process.exit());
report({ is: "ready" });

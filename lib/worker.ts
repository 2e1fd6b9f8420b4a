/** Job names to handlers: the only place that knows both. */
import { pruneAudit } from "@/lib/access/audit";
import { findLogRetentions } from "@/lib/access/projects";
import { pruneSessions } from "@/lib/access/session-rows";
import { expireIncompleteAccounts } from "@/lib/connected-accounts/connect/unfinished-connections";
import { continueRevocations, pruneRevocations, runRevocation } from "@/lib/connected-accounts/revocation/run-job";
import { expireFiles } from "@/lib/files/expire-files";
import { pruneIdempotencyKeys } from "@/lib/kernel/idempotency/key-rows";
import { log } from "@/lib/kernel/process/log";
import { startQueue, type Job, type ScheduledJob } from "@/lib/kernel/jobs/queue";
import { pruneRateLimits } from "@/lib/kernel/rate-limit/take-token";
import { pruneToolLogs } from "@/lib/logs/prune-tool-logs";

const jobs: Record<string, Job> = {
  "access.prune": async () => {
    await pruneSessions();
    await pruneAudit();
  },
  "connected-accounts.expire": expireIncompleteAccounts,
  "connected-accounts.revoke": runRevocation,
  "connected-accounts.continue-revocations": (_, on) => continueRevocations(on),
  "connected-accounts.prune-revocations": async () => {
    await pruneRevocations();
  },
  "files.expire": async (_, on) => {
    const total = await expireFiles();
    if (total > 0) log.info(on, "old files were deleted", { total });
  },
  "idempotency.prune": async () => {
    await pruneIdempotencyKeys();
  },
  "rate-limit.prune": async () => {
    await pruneRateLimits();
  },
  "logs.prune": async (_, on) => {
    const total = await pruneToolLogs(await findLogRetentions());
    if (total > 0) log.info(on, "old executions were deleted from the log", { total });
  },
};

const schedule: ScheduledJob[] = [
  { name: "access.prune", match: "7 4 * * *" },
  { name: "connected-accounts.expire", match: "*/5 * * * *" },
  { name: "connected-accounts.continue-revocations", match: "* * * * *" },
  { name: "connected-accounts.prune-revocations", match: "29 4 * * *" },
  { name: "files.expire", match: "23 * * * *" },
  { name: "idempotency.prune", match: "41 * * * *" },
  { name: "rate-limit.prune", match: "47 4 * * *" },
  { name: "logs.prune", match: "17 3 * * *" },
];

/** Starts the worker of this process. */
export const startWorker = (): Promise<void> => startQueue(jobs, schedule);

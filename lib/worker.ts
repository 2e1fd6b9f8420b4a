/** Kinds of jobs to what runs them: the only place that knows both. */
import { REVOKE_LEAKED, revokeLeakedKeys } from "@/lib/access/keys/revoke-leaked-keys";
import { finishLostChanges } from "@/lib/access/begin-audit";
import { pruneAuditEvents } from "@/lib/access/audit/prune-audit-events";
import { sealAllAuditEvents } from "@/lib/access/audit/seal-audit-events";
import { streamAuditEvents } from "@/lib/access/audit/stream-audit-events";
import { findPayloadRule, findRetentions, findSettings } from "@/lib/access/projects/projects";
import { pruneInvitations } from "@/lib/access/people/end-invitations";
import { pruneCliSessions } from "@/lib/access/keys/confirm-cli-session";
import { prunePendingSignIns } from "@/lib/access/factors/finish-sign-in";
import { lookUpDomains } from "@/lib/access/sso/look-up-domains";
import { pruneSignIns } from "@/lib/access/sign-in/sign-in-rows";
import { BACK_UP, backUpNow, tendBackups } from "@/lib/backup/tend-backups";
import { expireIncompleteAccounts } from "@/lib/connected-accounts/connect/expire-incomplete-accounts";
import { ASK_WHO, askWho } from "@/lib/connected-accounts/proof/check-account";
import { RENEW, renewAccount } from "@/lib/connected-accounts/renewal/renew-account";
import { scheduleRenewals } from "@/lib/connected-accounts/renewal/schedule-renewals";
import {
  continueRevocations,
  pruneRevocations,
  runRevocation,
} from "@/lib/connected-accounts/revocation/run-revocation";
import { REVOKE } from "@/lib/connected-accounts/revocation/create-revocation";
import { expireFiles } from "@/lib/files/expire-files";
import { findQuiet, whenAwake } from "@/lib/kernel/database/quiet";
import { pruneIdempotencyKeys } from "@/lib/kernel/idempotency/key-rows";
import { log } from "@/lib/kernel/process/log";
import { isFirstProcess } from "@/lib/kernel/process/process-place";
import type { Job, JobHandler } from "@/lib/kernel/jobs/classes";
import { resealValues } from "@/lib/kernel/database/reseal-values";
import { pruneGivenUpJobs } from "@/lib/kernel/jobs/prune-given-up-jobs";
import { startQueue } from "@/lib/kernel/jobs/queue";
import { pruneRateLimits } from "@/lib/kernel/rate-limit/take-token";
import { pruneToolLogs } from "@/lib/logs/prune-tool-logs";
import { pruneUsage } from "@/lib/logs/usage/prune-usage";
import { continuePurges, PURGE, runPurge } from "@/lib/project-end/purge";
import { syncDueServers } from "@/lib/own-toolkits/mcp/sync-due-servers";
import { pruneOAuth } from "@/lib/oauth-server/prune-oauth";
import { pruneApprovalLinks } from "@/lib/approval-links/open-approval-link";
import { ANSWER_SLACK, answerAction } from "@/lib/approval-messages/slack/answer-action";
import { notifyApprovers } from "@/lib/approval-messages/notify-approvers";
import { pruneMessages } from "@/lib/approval-messages/record-message";
import { pruneLinks } from "@/lib/sign-in-links/links";
import { NOTIFY_APPROVERS } from "@/lib/sessions/approvals/announce-call";
import { carryOutJob } from "@/lib/sessions/approvals/carry-out";
import { CARRY_OUT } from "@/lib/sessions/approvals/decide-call";
import { pruneCalls, tendCalls } from "@/lib/sessions/approvals/parked-call-lifecycle";
import { pruneUnusedSessions } from "@/lib/sessions/store/prune-unused-sessions";
import { findExisting } from "@/lib/sessions/sessions";
import { followAccounts } from "@/lib/triggers/instances/follow-accounts";
import { pollTrigger } from "@/lib/triggers/polling/poll-trigger";
import { POLL, restartOverdue } from "@/lib/triggers/polling/schedule-polls";
import { renewHook } from "@/lib/triggers/renewal/renew-hook";
import { RENEW_HOOK, scheduleHookRenewals } from "@/lib/triggers/renewal/schedule-hook-renewals";
import { REMOVE_HOOK } from "@/lib/triggers/provider/hooks";
import { runHookRemoval } from "@/lib/triggers/provider/run-hook-removal";
import { startDelivering } from "@/lib/webhooks/delivery/start-delivering";
import { deliverAuditEvent } from "@/lib/webhooks/events/deliver-audit-event";
import { dropPayloads, pruneEvents } from "@/lib/webhooks/log/prune-events";
import { tendGateway } from "@/lib/workbench/gateway/tend-gateway";
import { startSweeping } from "@/lib/workbench/sessions/sweep-sessions";

const cleaning = (name: string, match: string, run: Job): JobHandler => ({
  kind: { name, work: "cleaning" },
  match,
  run,
});

const handlers: JobHandler[] = [
  { kind: REVOKE_LEAKED, run: revokeLeakedKeys },
  { kind: REVOKE, run: runRevocation },
  { kind: ASK_WHO, run: askWho },
  { kind: CARRY_OUT, run: carryOutJob(findSettings) },
  { kind: NOTIFY_APPROVERS, run: notifyApprovers },
  { kind: ANSWER_SLACK, run: answerAction },
  {
    kind: { name: "connected-accounts.continue-revocations", work: "providers" },
    match: "* * * * *",
    run: continueRevocations,
  },
  { kind: RENEW, run: renewAccount },
  cleaning("connected-accounts.schedule-renewals", "* * * * *", scheduleRenewals),
  { kind: POLL, run: pollTrigger },
  { kind: REMOVE_HOOK, run: runHookRemoval },
  { kind: RENEW_HOOK, run: renewHook },
  { kind: PURGE, run: runPurge },
  cleaning("project-end.continue", "31 * * * *", continuePurges),
  cleaning("triggers.restart-overdue", "* * * * *", restartOverdue),
  cleaning("triggers.follow-accounts", "* * * * *", followAccounts),
  cleaning("triggers.schedule-hook-renewals", "* * * * *", scheduleHookRenewals),
  cleaning("own-toolkits.sync-servers", "* * * * *", syncDueServers),
  cleaning("access.prune", "7 4 * * *", async () => {
    await pruneSignIns();
    await prunePendingSignIns();
    await pruneCliSessions();
    await pruneInvitations();
    await pruneAuditEvents();
  }),
  {
    kind: { name: "access.look-up-domains", work: "providers" },
    match: "11 * * * *",
    run: (_, on) => lookUpDomains(on),
  },
  cleaning("access.seal-audit", "* * * * *", async (_, on) => {
    const total = await finishLostChanges();
    if (total > 0)
      log.warn(on, "changes of a process that died are in the audit trail, with an unknown outcome", { total });
    await sealAllAuditEvents();
    await streamAuditEvents(deliverAuditEvent);
  }),
  cleaning("connected-accounts.expire", "*/5 * * * *", expireIncompleteAccounts),
  cleaning("connected-accounts.prune-revocations", "29 4 * * *", async () => {
    await pruneRevocations();
  }),
  cleaning("approvals.tend", "* * * * *", tendCalls),
  cleaning("approvals.prune", "37 * * * *", pruneCalls),
  cleaning("files.expire", "23 * * * *", async (_, on) => {
    const total = await expireFiles();
    if (total > 0) log.info(on, "old files were deleted", { total });
  }),
  cleaning("idempotency.prune", "41 * * * *", async () => {
    await pruneIdempotencyKeys();
  }),
  cleaning("jobs.prune", "53 4 * * *", async () => {
    await pruneGivenUpJobs();
  }),
  cleaning("database.reseal", "* * * * *", async (_, on) => {
    await resealValues(on);
  }),
  cleaning("rate-limit.prune", "47 4 * * *", async () => {
    await pruneRateLimits();
  }),
  cleaning("logs.prune", "17 3 * * *", async (_, on) => {
    const total = await pruneToolLogs(await findRetentions());
    if (total > 0) log.info(on, "old executions were deleted from the log", { total });
  }),
  cleaning("logs.prune-usage", "43 * * * *", async () => {
    await pruneUsage();
  }),
  cleaning("oauth-server.prune", "19 * * * *", async () => {
    await pruneOAuth();
    await pruneLinks();
    await pruneApprovalLinks();
    await pruneMessages();
  }),
  cleaning("webhooks.prune", "37 3 * * *", async (_, on) => {
    const total = await pruneEvents(await findRetentions());
    if (total > 0) log.info(on, "old events were deleted", { total });
  }),
  cleaning("webhooks.drop-payloads", "* * * * *", async () => {
    await dropPayloads(await findRetentions());
  }),
  cleaning("tool-router.prune", "11 * * * *", async (_, on) => {
    const total = await pruneUnusedSessions(await findRetentions());
    if (total > 0) log.info(on, "unused sessions of agents were deleted", { total });
  }),
  { kind: BACK_UP, run: (_, on) => backUpNow(on) },
  { kind: { name: "backup.tend", work: "backups", pauses: [] }, match: "* * * * *", run: (_, on) => tendBackups(on) },
  cleaning("workbench.tend-gateway", "* * * * *", () => tendGateway(findExisting)),
];

async function startWorking(): Promise<void> {
  await startQueue(handlers);
  startDelivering(findPayloadRule);
}

/**
 * Starts the worker of this process. After a restore, it starts when an owner wakes the server: until then no job runs
 * and nothing is delivered.
 */
export async function startWorker(): Promise<void> {
  // The first process has the sandboxes and moves the files of sessions.
  if (isFirstProcess()) startSweeping(findExisting);
  if (await findQuiet()) return whenAwake(startWorking);
  await startWorking();
}

/**
 * The steps of every execution, the same for tools and proxied requests, in this order: claim the Idempotency-Key, choose
 * the account, check its permission, count the end user, open the credentials, build and send the request, write the log.
 */
import type { ResolvedAccount } from "@/lib/connected-accounts/accounts/accounts";
import { withUnknownOutcome } from "./sending/after-sending";
import type { ChosenAccess } from "./access/open-access";
import type { Access } from "./access/access";
import { countEndUser } from "./end-user-limit";
import { executeOnce } from "./execute-once";
import { withStopReason, trackExecution } from "./sending/unfinished";
import { assertNotBegun, hashOf } from "./sending/repeated-tries";
import { drySender, limitsOf, ProviderSender, type Progress, type Sender } from "./sending/sender";
import {
  logExecution,
  startTrace,
  toThrown,
  type ExecutionSnapshot,
  type ExecutionCaller,
  type ExecutionFacts,
  type Outcome,
  type Subject,
  type Trace,
} from "./sending/trace";

/** The steps that differ between tools and proxied requests. */
export type Work<Answer> = {
  /**
   * For the Idempotency-Key: what requests with the same key must have in common, and whether sending twice is safe.
   */
  keyed: { request: unknown; repeatable: boolean };
  dryRun: boolean;
  /** The caller gets the provider's 429 and 503; they are not retried. */
  returnsBusyAnswers: boolean;
  userId: string | undefined;
  /** The tool and toolkit for the log; complete once the account is chosen. */
  subject: () => Subject;
  /** The same after a crash, when only the request is known. */
  subjectAfterCrash: () => Promise<Subject>;
  /** Checks the input and chooses the credentials; nothing is sent to a provider yet. */
  choose: (trace: Trace, facts: ExecutionFacts) => Promise<ChosenAccess>;
  /** @throws ApiError Forbidden */
  assertAllowed: (account: ResolvedAccount | undefined) => void;
  /** Builds the request, sends it and shapes the answer. */
  carryOut: (sender: Sender, trace: Trace, facts: ExecutionFacts) => Promise<{ answer: Answer; outcome: Outcome }>;
};

type Run<Answer> = { caller: ExecutionCaller; work: Work<Answer>; trace: Trace; progress: Progress };

/**
 * Executes, at most once for the key in `facts`; a dry run needs no key.
 * @throws ApiError of `choose`, `assertAllowed` and `carryOut`; TooManyRequests for the end user; Conflict as `answerOnce` and
 *   `assertNotBegun`
 */
export async function runExecution<Answer>(
  caller: ExecutionCaller,
  work: Work<Answer>,
  facts: ExecutionFacts,
): Promise<Answer> {
  const trace = startTrace(facts);
  const run = { caller, work, trace, progress: { began: trace.began, sent: 0 } };
  if (work.dryRun || facts.idempotencyKey === undefined) {
    if (facts.isRetry && !work.dryRun && !work.keyed.repeatable)
      await assertNotBegun({ projectId: caller.projectId, request: work.keyed.request }, work.subject(), facts);
    return runAndLog(run, facts);
  }
  return executeOnce(run, facts, (within) => runAndLog(run, within));
}

const unopenedAccess = (projectId: string, account: ResolvedAccount): Access => ({
  projectId,
  account,
  values: {},
  parameters: [],
  secrets: [],
});

async function runAndLog<Answer>(
  { caller, work, trace, progress }: Run<Answer>,
  facts: ExecutionFacts,
): Promise<Answer> {
  let account: ResolvedAccount | undefined;
  let sender: Sender | undefined;
  const snapshot = (): ExecutionSnapshot => ({
    caller,
    facts,
    subject: work.subject(),
    trace,
    userId: work.userId,
    access: sender?.access ?? (account && unopenedAccess(caller.projectId, account)),
    answer: sender?.answer,
    tried: { hash: () => hashOf(work.keyed.request, facts), progress },
  });
  const stopTracking = trackExecution({ snapshot, progress });
  const log = (outcome: Outcome) => logExecution(snapshot(), withStopReason(outcome, facts, progress));
  try {
    const chosen = await work.choose(trace, facts);
    account = chosen.account;
    work.assertAllowed(account);
    const counted = work.dryRun ? null : countEndUser(caller, work.userId ?? account?.userId);
    if (counted) await counted;
    const access = await chosen.open();
    sender = work.dryRun
      ? drySender(access, trace)
      : new ProviderSender(access, progress, limitsOf(facts, work.returnsBusyAnswers), trace);
    trace.prepareMs = performance.now() - trace.began;
    const { answer, outcome } = await work.carryOut(sender, trace, facts);
    log(outcome);
    await sender.turn?.();
    return answer;
  } catch (error) {
    log(toThrown(error));
    throw withUnknownOutcome(error, progress);
  } finally {
    stopTracking();
    sender?.release?.();
  }
}

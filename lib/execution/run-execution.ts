/**
 * The story of an execution, the same for a tool and for a caller's own request: its key is claimed, an account is chosen,
 * asked what it may, the end user is counted, the credentials are opened, the request is made and sent, the log gets its row.
 */
import type { ResolvedAccount } from "@/lib/connected-accounts/accounts/accounts";
import { afterSending } from "./sending/after-sending";
import type { Access, Chosen } from "./access/open-access";
import { countEndUser } from "./end-user-limit";
import { executeOnce } from "./execute-once";
import { asCutOff, beginUnfinished } from "./sending/unfinished";
import { drySender, limitsOf, ProviderSender, type Progress, type Sender } from "./sending/sender";
import {
  logExecution,
  startTrace,
  type Ended,
  type ExecutionCaller,
  type ExecutionFacts,
  type Outcome,
  type Subject,
  type Trace,
} from "./sending/trace";

/** In what the executions of tools and of callers' own requests differ. */
export type Work<Answer> = {
  /** What two requests with one Idempotency-Key must have in common, and whether it may be sent twice after a crash. */
  keyed: { request: unknown; repeatable: boolean };
  dryRun: boolean;
  /** The provider's 429 and 503 are answers for the caller. */
  asAnswered: boolean;
  userId: string | undefined;
  /** What the log calls it; complete as soon as the account is chosen. */
  subject: () => Subject;
  /** The same for an execution whose process ended, of which only the request is known. */
  lostSubject: () => Promise<Subject>;
  /** Checks what the caller gave and chooses the credentials; nothing is asked of a provider yet. */
  choose: (trace: Trace, facts: ExecutionFacts) => Promise<Chosen>;
  /** @throws ApiError Forbidden */
  assertAllowed: (account: ResolvedAccount | undefined) => void;
  /** Makes the request, sends it and shapes the answer. */
  carryOut: (sender: Sender, trace: Trace, facts: ExecutionFacts) => Promise<{ answer: Answer; outcome: Outcome }>;
};

type Run<Answer> = { caller: ExecutionCaller; work: Work<Answer>; trace: Trace; progress: Progress };

/**
 * Executes, at most once for the key in `facts`; a dry run needs no key.
 * @throws ApiError of `choose`, `assertAllowed` and `carryOut`; TooManyRequests for the end user; Conflict as `answerOnce`
 */
export async function runExecution<Answer>(
  caller: ExecutionCaller,
  work: Work<Answer>,
  facts: ExecutionFacts,
): Promise<Answer> {
  const trace = startTrace(facts);
  const run = { caller, work, trace, progress: { began: trace.began, sent: 0 } };
  if (work.dryRun || facts.idempotencyKey === undefined) return carriedOut(run, facts);
  return executeOnce(run, facts, (within) => carriedOut(run, within));
}

const closed = (projectId: string, account: ResolvedAccount): Access => ({
  projectId,
  account,
  values: {},
  parameters: [],
  secrets: [],
});

async function carriedOut<Answer>(
  { caller, work, trace, progress }: Run<Answer>,
  facts: ExecutionFacts,
): Promise<Answer> {
  let account: ResolvedAccount | undefined;
  let sender: Sender | undefined;
  const ended = (): Ended => ({
    caller,
    facts,
    subject: work.subject(),
    trace,
    userId: work.userId,
    access: sender?.access ?? (account && closed(caller.projectId, account)),
    answer: sender?.answer,
  });
  const leave = beginUnfinished({ ended, progress });
  const log = (outcome: Outcome) => logExecution(ended(), asCutOff(outcome, facts, progress));
  try {
    const chosen = await work.choose(trace, facts);
    account = chosen.account;
    work.assertAllowed(account);
    const counted = work.dryRun ? null : countEndUser(caller, work.userId ?? account?.userId);
    if (counted) await counted;
    const access = await chosen.open();
    sender = work.dryRun
      ? drySender(access, trace)
      : new ProviderSender(access, progress, limitsOf(facts, work.asAnswered), trace);
    trace.prepareMs = performance.now() - trace.began;
    const { answer, outcome } = await work.carryOut(sender, trace, facts);
    log(outcome);
    return answer;
  } catch (error) {
    log({ successful: false, error: error instanceof Error ? error.message : "unknown" });
    throw afterSending(error, progress);
  } finally {
    leave();
  }
}

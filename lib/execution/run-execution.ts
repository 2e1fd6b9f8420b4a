/**
 * The steps of every execution. Tools and proxied requests have the same steps, in this order: claim the
 * Idempotency-Key, choose the account, check its permission, obey the project's policies, count the end user, open the
 * credentials, build and send the request, write the log. A meta tool has work of its own between the key and the log.
 */
import { isDeepStrictEqual } from "node:util";
import { assertToolInReach, assertToolkitInReach, assertUserInReach } from "@/lib/access/keys/limited-of";
import type { ResolvedAccount } from "@/lib/connected-accounts/accounts/accounts";
import { memoize } from "@/lib/kernel/concurrency/memoize";
import { withUnknownOutcome } from "./sending/after-sending";
import { beginSending } from "./sending/begin-sending";
import type { ChosenAccess } from "./access/open-access";
import type { Access } from "./access/access";
import { countEndUser } from "./end-user-limit";
import { HookRun, toHookedCall, type HookBlock } from "./hook-run";
import { hooksOf, withoutMessages, withProjectHooks } from "./with-project-hooks";
import { isObject } from "@/lib/kernel/text/is-object";
import { Opaque } from "@/lib/policies/opaque";
import { obeyPolicies, type Obeyed, type PolicedCall } from "./obey-policies";
import { executeOnce } from "./execute-once";
import { withStopReason, trackExecution } from "./sending/unfinished";
import { assertNotBegun, hashOf } from "./sending/repeated-tries";
import { drySender, limitsOf, ProviderSender, type Progress, type Sender } from "./sending/sender";
import type { ExecutionCaller, ExecutionFacts, Subject } from "./execution-facts";
import { logExecution, toThrown, type ExecutionSnapshot, type Outcome } from "./sending/log-execution";
import { startTrace, type Trace } from "./sending/trace";
import { spendTokens } from "./spend-tokens";
import { endExecutionStep, startExecutionStep } from "./sending/start-execution-step";

/** What every execution has: a key, a tool, and what it does between the claim of the key and the row of the log. */
export type Work<Answer> = {
  /**
   * For the Idempotency-Key: the part that requests with the same key must share, and whether the work can begin again
   * after its process has died.
   */
  keyed: { request: unknown; repeatable: boolean };
  /** Whether it can safely be done twice without a key. */
  harmless: boolean;
  dryRun: boolean;
  userId: string | undefined;
  /** The tool and toolkit for the log; complete once the account is chosen. */
  subject: () => Subject;
  /** The same after a crash, when only the request is known. */
  subjectAfterCrash: () => Promise<Subject>;
  carryOut: (execution: Execution) => Promise<Result<Answer>>;
  /**
   * An earlier answer for the same Idempotency-Key, as the current policies leave it.
   * @throws ApiError as for a new call that they deny
   */
  again: (answer: Answer, execution: Execution, startedAt: Date | undefined) => Promise<Answer>;
};

/** `unfinished`: the same key must get another answer later, so the work counts as not begun. */
type Result<Answer> = { answer: Answer; outcome: Outcome; unfinished?: boolean };

/** An execution that runs. */
export type Execution = {
  readonly caller: ExecutionCaller;
  readonly facts: ExecutionFacts;
  readonly trace: Trace;
  readonly progress: Progress;
  /** The chosen account. */
  account?: ResolvedAccount | undefined;
  /** Sends its requests to the provider, once the credentials are open. */
  sender?: Sender;
};

type Run<Answer> = { caller: ExecutionCaller; work: Work<Answer>; trace: Trace; progress: Progress };

/**
 * Executes, at most once for the key in `facts`; a dry run needs no key.
 * @throws ApiError of the work; Conflict as `answerOnce` and `assertNotBegun`
 */
export async function runExecution<Answer>(
  caller: ExecutionCaller,
  requested: Work<Answer>,
  requestFacts: ExecutionFacts,
): Promise<Answer> {
  const hookedFacts = withProjectHooks(caller.projectId, requestFacts);
  const facts = hookedFacts instanceof Promise ? await hookedFacts : hookedFacts;
  const work = caller.by?.reach ? withOwnKeys(requested, caller.by) : requested;
  const trace = startTrace(facts);
  const run = { caller, work, trace, progress: { began: trace.began, sent: 0 } };
  if (work.dryRun || facts.idempotencyKey === undefined) {
    if (facts.isRetry && !work.dryRun && !work.harmless)
      await assertNotBegun({ projectId: caller.projectId, request: work.keyed.request }, work.subject(), facts);
    return runAndLog(run, facts);
  }
  return executeOnce(
    run,
    facts,
    (within) => runAndLog(run, within),
    (answer, startedAt) => work.again(answer, { caller, facts, trace, progress: run.progress }, startedAt),
  );
}

/** A limited key never gets the answer of another key's call with the same Idempotency-Key. */
const withOwnKeys = <Answer>(work: Work<Answer>, { keyId }: NonNullable<ExecutionCaller["by"]>): Work<Answer> => ({
  ...work,
  keyed: { ...work.keyed, request: [keyId, work.keyed.request] },
});

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
  const execution: Execution = { caller, facts, trace, progress };
  const snapshot = (): ExecutionSnapshot => ({
    caller,
    facts,
    subject: work.subject(),
    trace,
    userId: work.userId,
    access: execution.sender?.access ?? (execution.account && unopenedAccess(caller.projectId, execution.account)),
    answer: execution.sender?.answer,
    tried: { hash: () => hashOf(work.keyed.request, facts), progress },
  });
  const stopTracking = trackExecution({ snapshot, progress });
  const span = startExecutionStep(trace, facts, work.subject);
  const log = (outcome: Outcome) => {
    if (span) endExecutionStep(span, outcome, work.subject);
    logExecution(snapshot(), withStopReason(outcome, facts, progress));
  };
  try {
    const { answer, outcome, unfinished } = await work.carryOut(execution);
    if (trace.budgets) await spendTokens(caller.projectId, trace, outcome, facts);
    log(outcome);
    if (unfinished) progress.sent = 0;
    await execution.sender?.turn?.();
    return answer;
  } catch (error) {
    log(toThrown(error));
    throw execution.sender ? withUnknownOutcome(error, progress) : error;
  } finally {
    stopTracking();
    execution.sender?.release?.();
  }
}

/** Work at a provider, with the steps that differ between tools and proxied requests. */
export type ProviderWork<Answer> = Omit<Work<Answer>, "again" | "carryOut" | "harmless"> & {
  /** The caller gets the provider's 429 and 503; they are not retried. */
  returnsBusyAnswers: boolean;
  /** Checks the input and chooses the credentials; nothing is sent to a provider yet. */
  choose: (trace: Trace, facts: ExecutionFacts) => Promise<ChosenAccess>;
  /** The call as policies see it, once `choose` is done. */
  policed: (account: ResolvedAccount | undefined, open: () => Promise<Access>) => PolicedCall | Promise<PolicedCall>;
  /** An earlier answer as the policies leave it. */
  obeyAgain: (answer: Answer, obeyed: Obeyed, trace: Trace) => Answer;
  /** @throws ApiError Forbidden */
  assertAllowed: (account: ResolvedAccount | undefined) => void;
  /** Builds the request, sends it and shapes the answer. */
  send: (
    sender: Sender,
    trace: Trace,
    facts: ExecutionFacts,
    obeyed: Obeyed | null,
  ) => Promise<{ answer: Answer; outcome: Outcome }>;
  /** The answer to a call that a hook of the session blocked, before it was sent or afterwards. */
  blocked: (block: HookBlock, logId: string) => { answer: Answer; outcome: Outcome };
};

/**
 * Executes work that sends requests to a provider, as `runExecution`.
 * @throws ApiError of `choose`, `assertAllowed` and `send`; TooManyRequests for the end user; as `runExecution`
 */
export const runAtProvider = <Answer>(
  caller: ExecutionCaller,
  work: ProviderWork<Answer>,
  facts: ExecutionFacts,
): Promise<Answer> =>
  runExecution(
    caller,
    {
      harmless: work.keyed.repeatable,
      carryOut: (execution) => sendWork(work, execution),
      again: (answer, execution) => obeyReplay(work, execution, answer),
      ...work,
    },
    facts,
  );

/** Judges a repeated request as a new one, without counting it. Nothing is sent. */
async function obeyReplay<Answer>(work: ProviderWork<Answer>, execution: Execution, answer: Answer): Promise<Answer> {
  const { trace, facts } = execution;
  const choose = memoize(() => work.choose(trace, facts));
  const open = memoize(async () => (await choose()).open());
  const toCall = async () => work.policed((await choose()).account, open);
  const obeyed = await obeyPolicies(execution, toCall, true);
  if (!obeyed) return answer;
  await obeyAtBaseUrl(open, obeyed);
  return work.obeyAgain(answer, obeyed, trace);
}

async function sendWork<Answer>(work: ProviderWork<Answer>, execution: Execution): Promise<Result<Answer>> {
  const { caller, facts, trace, progress } = execution;
  const choice = await work.choose(trace, facts);
  execution.account = choice.account;
  work.assertAllowed(choice.account);
  if (caller.by?.reach) {
    assertToolInReach(caller.by.reach, work.subject().toolSlug);
    assertToolkitInReach(caller.by.reach, work.subject().toolkitSlug ?? "");
    assertUserInReach(caller.by.reach, work.userId ?? choice.account?.userId);
  }
  facts.onChoice?.({ toolSlug: work.subject().toolSlug, account: choice.account });
  const open = memoize(() => choice.open());
  const hooked = hooksOf(facts).length > 0 ? toHookedCall(await work.policed(choice.account, open)) : null;
  const within = { caller, facts, trace, limitIds: new Set<string>() };
  const pending = obeyPolicies(within, () => hooked?.call ?? work.policed(choice.account, open), work.dryRun);
  let obeyed = pending && (await pending);
  let hooks: HookRun | null = null;
  if (hooked) {
    // Before a receiver reads the call: its host decides which policies and hooks cover it.
    const baseUrl = await obeyAtBaseUrl(open, obeyed);
    hooks = new HookRun(execution, hooked.current, baseUrl);
    const block = await hooks.judgeCall();
    if (block) return work.blocked(block, trace.logId);
    // Arguments of a receiver get past no policy.
    if (hooks.changed) {
      obeyed = await obeyChanged(work, within, hooks, hooked.current.arguments);
      await obeyAtBaseUrl(open, obeyed);
    }
  }
  const userCount = work.dryRun ? null : countEndUser(caller, work.userId ?? choice.account?.userId);
  if (userCount) await userCount;
  if (!hooked) await obeyAtBaseUrl(open, obeyed);
  const access = await open();
  const sender = work.dryRun
    ? drySender(access, trace)
    : new ProviderSender(access, progress, limitsOf(facts, work.returnsBusyAnswers), trace);
  execution.sender = sender;
  trace.toolkitSlug = work.subject().toolkitSlug;
  trace.prepareMs = performance.now() - trace.began;
  if (!work.dryRun && !work.keyed.repeatable) beginSending(execution, work.subject(), work.userId);
  const result = await work.send(sender, trace, withoutMessages(facts), obeyed);
  if (!hooks || work.dryRun) return result;
  const withheld = await hooks.judgeResult(toJudged(result), access.secrets);
  if (withheld) return work.blocked(withheld, trace.logId);
  return withHooks(result, hooks);
}

/** Obeys the policies of the host to which the credentials lead. Returns their base URL. */
async function obeyAtBaseUrl(open: () => Promise<Access>, obeyed: Obeyed | null): Promise<string | undefined> {
  const { baseUrl } = await open();
  if (obeyed && baseUrl) await obeyed.atBaseUrl(baseUrl);
  return baseUrl;
}

/** Judges the arguments of a receiver. An approval of other arguments does not cover them. */
function obeyChanged<Answer>(
  { dryRun }: ProviderWork<Answer>,
  within: Parameters<typeof obeyPolicies>[0],
  { call, changed = call.arguments }: HookRun,
  approved: PolicedCall["arguments"],
): Promise<Obeyed | null> | null {
  const { approval: _, ...unapproved } = within.facts;
  const facts = isDeepStrictEqual(changed, approved) ? within.facts : unapproved;
  return obeyPolicies({ ...within, facts }, () => ({ ...call, arguments: changed }), dryRun);
}

/** The outcome for hooks: nobody can look into the file of a proxied answer, and its headers reach the agent too. */
function toJudged<Answer>({ answer, outcome }: Result<Answer>): Outcome & { headers?: unknown } {
  if (!isObject(answer)) return outcome;
  const data = answer.binary_data === undefined ? outcome.data : new Opaque();
  return { ...outcome, data, ...("headers" in answer && { headers: answer.headers }) };
}

/** The result with the data that the hooks put in its place, and with their verdicts. */
function withHooks<Answer>({ answer, outcome }: Result<Answer>, hooks: HookRun): Result<Answer> {
  const { changed: data } = hooks;
  const fields = hooks.toFields();
  if (data === undefined) return { answer: { ...answer, ...fields }, outcome };
  // The message of a provider can repeat what was removed from the data.
  const error = outcome.error === null ? null : "The call failed. A hook of the session changed the response.";
  const parts = {
    data,
    ...(isObject(answer) && "error" in answer && { error }),
    ...(isObject(answer) && "headers" in answer && { headers: {} }),
  };
  return { answer: { ...answer, ...parts, ...fields }, outcome: { ...outcome, data, error } };
}

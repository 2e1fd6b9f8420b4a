/** Writes the row of an execution in the log. */
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { ApiError } from "@/lib/kernel/errors";
import { aboutTokens } from "@/lib/kernel/text/about-tokens";
import { countTokens } from "@/lib/kernel/text/count-tokens";
import { recordExecution } from "@/lib/logs/record-execution";
import type { Access } from "../access/access";
import { loggedSecrets, mergeNames, shortSecretNames, valuesUnder } from "../access/secret-names";
import type { ExecutionCaller, ExecutionFacts, Subject } from "../execution-facts";
import { countExecution } from "./count-execution";
import type { Trace } from "./trace";

/** The account for the log; with `owner` and `used_by` if another user than its owner uses it. */
const describeAccount = (
  { account }: Access,
  scheme: ToolkitAuthScheme | undefined,
  userId: string | undefined,
): Record<string, unknown> | undefined => {
  if (account)
    return {
      id: account.id,
      rule: account.rule,
      scheme: account.scheme,
      ...(account.alias && { alias: account.alias }),
      ...(userId && userId !== account.userId && { owner: account.userId, used_by: userId }),
    };
  return scheme ? { rule: "credentials in the request", scheme: scheme.mode } : undefined;
};

/** Texts that the row must not contain. */
function secretsOf({ addresses, hidden, arguments: args }: Trace, access: Access | undefined): readonly string[] {
  const secrets = access ? loggedSecrets(access) : [];
  if (!addresses && !hidden) return secrets;
  return [...secrets, ...(addresses ?? []), ...(hidden ? valuesUnder(hidden, args) : [])];
}

/** The state of an execution at one moment, for its row in the log. */
export type ExecutionSnapshot = {
  caller: ExecutionCaller;
  facts: ExecutionFacts;
  subject: Subject;
  trace: Trace;
  /** The user id that the caller sent. */
  userId: string | undefined;
  access?: Access | undefined;
  /** The hash that repeats of the call share, and whether the call was possibly carried out. */
  tried: { hash: () => string; progress: { sent: number } };
  /** The provider's last answer. */
  answer?: { status: number; headers: Record<string, string> } | undefined;
};

export type Outcome = {
  successful: boolean;
  error: string | null;
  data?: unknown;
  /** Where the answer is not what the log keeps of it. */
  tokens?: number;
  /** Whether the caller gets an error instead of an answer. */
  thrown?: boolean;
  /** The code of that error. */
  code?: number;
};

/** The outcome of an execution that ended with an error. */
export const toThrown = (error: unknown): Outcome => ({
  successful: false,
  error: error instanceof Error ? error.message : "unknown",
  thrown: true,
  code: error instanceof ApiError ? (error.details.code ?? error.status) : 500,
});

/**
 * A failure's code: that of this server's error, otherwise the provider's status, or the status for a missing answer.
 */
function codeOf(outcome: Outcome, answer: ExecutionSnapshot["answer"]): number | undefined {
  if (outcome.successful || outcome.thrown) return outcome.code;
  if (answer && answer.status >= 300) return answer.status;
  const { data } = outcome;
  const status = typeof data === "object" && data !== null && "status_code" in data ? data.status_code : undefined;
  return typeof status === "number" ? status : undefined;
}

/** The hash of a call that may have been carried out, while its caller got no answer. */
function hashOfLost(
  { facts: { signal }, tried: attempt }: ExecutionSnapshot,
  { thrown: wasThrown }: Outcome,
): string | undefined {
  if (attempt.progress.sent === 0 || !(wasThrown || signal?.aborted)) return undefined;
  return attempt.hash();
}

type Metered = { tokens?: number; tokensBefore?: number; shapeMs?: number };

/**
 * About how many tokens an answer gives to the caller, and how many it had before it was made smaller. Outside of
 * sessions, only smaller answers are counted.
 */
function meter(
  { meter: tokenMeter }: ExecutionFacts,
  sessionId: string | undefined,
  { error, data, tokens, successful }: Outcome,
): Metered {
  const toPart = successful ? tokenMeter?.toPart : undefined;
  if (sessionId === undefined && !toPart) return {};
  if (!toPart) return recordTokens(tokenMeter, { tokens: tokens ?? aboutTokens({ error, data }) });
  const start = performance.now();
  const smaller = toPart(data);
  const shapeMs = performance.now() - start;
  const [before, after] = [data, smaller].map((part) => countTokens(JSON.stringify({ error, data: part })));
  return recordTokens(tokenMeter, { tokens: after ?? 0, tokensBefore: before ?? 0, shapeMs });
}

function recordTokens(tokenMeter: ExecutionFacts["meter"], metered: Metered): Metered {
  if (metered.tokens !== undefined) tokenMeter?.count?.(metered.tokens);
  return metered;
}

/** Writes the log row of an execution; does not wait for the database. */
export function logExecution(snapshot: ExecutionSnapshot, outcome: Outcome): void {
  const { caller, facts, subject, trace, userId, access, answer } = snapshot;
  const account = access && describeAccount(access, access.scheme, userId);
  const sessionId = trace.sessionId ?? facts.sessionId;
  const durationMs = performance.now() - trace.began;
  const { tokens, tokensBefore, shapeMs } = meter(facts, sessionId, outcome);
  countExecution(subject, outcome.successful, durationMs);
  // Without spreads: they would be the most expensive step of a call.
  recordExecution({
    toolSlug: subject.toolSlug,
    toolkitSlug: subject.toolkitSlug,
    kind: subject.kind,
    version: subject.version,
    id: trace.logId,
    projectId: caller.projectId,
    startedAt: trace.startedAt,
    durationMs,
    successful: outcome.successful,
    error: outcome.error,
    errorCode: codeOf(outcome, answer),
    calledAs: subject.calledAs,
    userId: access?.account?.userId ?? userId,
    accountId: access?.account?.id,
    authConfigId: access?.account?.authConfigId,
    sessionId,
    mcpServerId: facts.mcpServerId,
    apiKeyId: caller.by?.keyId,
    requestId: facts.requestId,
    parent: facts.parent,
    request: { arguments: trace.arguments, http: trace.http, warnings: trace.warnings },
    response: { status: answer?.status, headers: answer?.headers, data: outcome.data },
    secrets: secretsOf(trace, access),
    secretNames: mergeNames(trace.hidden, shortSecretNames(access)),
    timings: {
      prepareMs: tenths(trace.prepareMs),
      queueMs: tenths(trace.queueMs),
      refreshMs: tenths(trace.refreshMs),
      upstreamMs: tenths(trace.upstreamMs),
      shapeMs: tenths(shapeMs),
      tokensBefore,
      cacheAgeMs: tenths(trace.cached?.ageMs),
    },
    source: facts.source,
    account,
    tokens,
    callHash: hashOfLost(snapshot, outcome),
    approval: facts.approval,
    policies: trace.policies,
    storePayloads: caller.settings.storePayloads,
  });
}

/** Milliseconds, rounded to a tenth. */
const tenths = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.round(ms * 10) / 10;

/** What an execution records about itself, and its row in the log. */
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import type { MissingVersion, VersionChoice } from "@/lib/catalog/read/resolve-version";
import type { AccountRules } from "@/lib/connected-accounts/accounts/choose-account";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { redactQuery, type HiddenNames } from "@/lib/kernel/text/redact";
import { aboutTokens } from "@/lib/kernel/text/about-tokens";
import type { LogSource } from "@/lib/logs/log-source";
import { recordExecution, type ExecutionLog } from "@/lib/logs/record-execution";
import type { HttpRequest } from "../request/http-tool";
import type { Access } from "../access/access";
import { loggedSecrets, shortSecretNames, mergeNames, valuesUnder } from "../access/secret-names";

/** The project that executes, with its settings. */
export type ExecutionCaller = {
  projectId: string;
  settings: {
    storePayloads: boolean;
    credentialsElsewhere?: true;
    rateLimits?: { endUser?: { requests: number; seconds: number } };
  };
};

/** What an execution knows of the API request behind it. */
export type ExecutionFacts = {
  source: LogSource;
  /** `req_...`, the same as in the header of the answer. */
  requestId: string;
  /** Aborts when the caller hangs up. */
  signal?: AbortSignal;
  sessionId?: string;
  /** The MCP server that was called. */
  mcpServerId?: string;
  /** Who allowed it, and when, where somebody had to be asked. */
  approval?: Record<string, unknown>;
  /** Why a rule forbids the call: it is written to the log as any other refused one, and nothing is sent. */
  refusal?: ApiError;
  /** Limits on the choice of an account that an MCP server sets. */
  accountRules?: AccountRules;
  /** The execution of which this one is a part. */
  parent?: { logId: string; toolSlug: string };
  /** For the whole execution; default 60,000. */
  timeoutMs?: number;
  /** Requests of a project with the same key and body are executed once and get the same answer. */
  idempotencyKey?: string;
  /** Whether the client says that it sends this request again. */
  isRetry?: boolean;
  /** Called if the answer is that of an earlier request. */
  onReplay?: () => void;
  /** Which version is meant where the request names none, and whether it is strict; default: the latest, not strict. */
  versions?: Omit<VersionChoice, "asked">;
  /** Called if the request names a version that this server does not have. */
  onMissingVersion?: (missing: MissingVersion) => void;
  /** Records a change of something else than the app's data, for example of an account. */
  audit?: (action: string, target: string) => Promise<void>;
  /** Within a session: what the agent is told of an answer, and who counts about how many tokens that is. */
  meter?: { told?: (data: unknown) => unknown; count: (tokens: number) => void };
  /** Called with the reason if a proxied request got no answer, whose status then is this server's own. */
  onUnanswered?: (error: string) => void;
};

export type Subject = Pick<ExecutionLog, "toolSlug" | "calledAs" | "toolkitSlug" | "kind" | "version">;

export type Trace = {
  readonly logId: string;
  /** The id of the API request, for log lines during the execution. */
  readonly requestId: string;
  readonly startedAt: Date;
  /** `performance.now()` at the start. */
  readonly began: number;
  prepareMs?: number;
  /** Time spent waiting for a slot at the provider. */
  queueMs?: number;
  refreshMs?: number;
  upstreamMs?: number;
  arguments?: unknown;
  /** What was left out of the arguments; the caller is told, too. */
  warnings?: string[];
  /** The names that the tool's schema declares secret. */
  hidden?: HiddenNames | undefined;
  http?: { method: string; url: string; headers?: Record<string, string>; body?: unknown };
  /** Signed URLs of files in the answer. They are kept out of the log, so that its readers cannot open the files. */
  addresses?: string[];
};

export const startTrace = ({ requestId }: ExecutionFacts): Trace => ({
  logId: newId("log"),
  requestId,
  startedAt: now(),
  began: performance.now(),
});

const MAX_WARNINGS = 20;

export function addWarning(trace: Trace, text: string): void {
  trace.warnings ??= [];
  if (trace.warnings.length < MAX_WARNINGS) trace.warnings.push(text);
}

/** Longer than the part of a URL that the log keeps. */
const MAX_URL_LENGTH = 65_536;

/** Records the request before credentials are added. */
export function traceRequest(trace: Trace, request: HttpRequest, body?: unknown): void {
  const { method, headers } = request;
  const url = redactQuery(request.url.slice(0, MAX_URL_LENGTH), trace.hidden);
  trace.http = { method, url, headers, ...(body !== undefined && { body }) };
}

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
function secretsOf({ addresses, hidden, arguments: given }: Trace, access: Access | undefined): readonly string[] {
  const secrets = access ? loggedSecrets(access) : [];
  if (!addresses && !hidden) return secrets;
  return [...secrets, ...(addresses ?? []), ...(hidden ? valuesUnder(hidden, given) : [])];
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
  /** What repeats of the call have in common, and whether it was carried out as far as is known. */
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

/** A failure's code: that of our own error, or else the status that the provider answered or that stands for its silence. */
function codeOf(outcome: Outcome, answer: ExecutionSnapshot["answer"]): number | undefined {
  if (outcome.successful || outcome.thrown) return outcome.code;
  if (answer && answer.status >= 300) return answer.status;
  const { data } = outcome;
  const known = typeof data === "object" && data !== null && "status_code" in data ? data.status_code : undefined;
  return typeof known === "number" ? known : undefined;
}

/** The hash of a call that may have been carried out, while its caller got no answer. */
function hashOfLost({ facts: { signal }, tried }: ExecutionSnapshot, { thrown }: Outcome): string | undefined {
  if (tried.progress.sent === 0 || !(thrown || signal?.aborted)) return undefined;
  return tried.hash();
}

/** About how many tokens an answer gives to the agent; undefined outside of sessions, where nobody counts. */
function meter({ sessionId, meter: one }: ExecutionFacts, { error, data, tokens }: Outcome): number | undefined {
  if (sessionId === undefined) return undefined;
  const about = tokens ?? aboutTokens({ error, data: one?.told ? one.told(data) : data });
  one?.count(about);
  return about;
}

/** Writes the log row of an execution; does not wait for the database. */
export function logExecution(snapshot: ExecutionSnapshot, outcome: Outcome): void {
  const { caller, facts, subject, trace, userId, access, answer } = snapshot;
  const account = access && describeAccount(access, access.scheme, userId);
  // Without spreads: they would be the most expensive step of a call.
  recordExecution({
    toolSlug: subject.toolSlug,
    toolkitSlug: subject.toolkitSlug,
    kind: subject.kind,
    version: subject.version,
    id: trace.logId,
    projectId: caller.projectId,
    startedAt: trace.startedAt,
    durationMs: performance.now() - trace.began,
    successful: outcome.successful,
    error: outcome.error,
    errorCode: codeOf(outcome, answer),
    calledAs: subject.calledAs,
    userId: access?.account?.userId ?? userId,
    accountId: access?.account?.id,
    authConfigId: access?.account?.authConfigId,
    sessionId: facts.sessionId,
    mcpServerId: facts.mcpServerId,
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
    },
    source: facts.source,
    account,
    tokens: meter(facts, outcome),
    callHash: hashOfLost(snapshot, outcome),
    approval: facts.approval,
    storePayloads: caller.settings.storePayloads,
  });
}

/** Milliseconds, rounded to a tenth. */
const tenths = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.round(ms * 10) / 10;

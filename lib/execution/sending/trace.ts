/** What one execution gathers about itself on its way, and its row in the log. */
import type { ToolkitAuthScheme } from "@/lib/catalog/auth-scheme";
import type { AccountRules } from "@/lib/connected-accounts/accounts/choose-account";
import { newId } from "@/lib/kernel/ids";
import { now } from "@/lib/kernel/time/clock";
import { redactQuery, type HiddenNames } from "@/lib/kernel/text/redact";
import type { LogSource } from "@/lib/logs/log-source";
import { recordExecution, type ExecutionLog } from "@/lib/logs/tool-logs";
import type { HttpRequest } from "../request/http-tool";
import type { Access } from "../access/open-access";
import { loggedSecrets, shortSecretNames, united, valuesUnder } from "../access/secret-names";

/** Who executes. */
export type ExecutionCaller = {
  projectId: string;
  settings: { storePayloads: boolean; rateLimits?: { endUser?: { requests: number; seconds: number } } };
};

/** What an execution knows of the request that asked for it. */
export type ExecutionFacts = {
  source: LogSource;
  /** `req_...`, as the answer's header has it. */
  requestId: string;
  /** Aborts when the caller hangs up. */
  signal?: AbortSignal;
  sessionId?: string;
  /** What an MCP server and its address say about accounts. */
  accountRules?: AccountRules;
  /** The execution that this one is a part of. */
  parent?: { logId: string; toolSlug: string };
  /** The whole execution; 60,000 unless told. */
  timeoutMs?: number;
  /** Requests of the project with the same key and body are executed once and get one answer. */
  idempotencyKey?: string;
  /** Told when the answer is that of an earlier request. */
  onReplay?: () => void;
};

export type Subject = Pick<ExecutionLog, "toolSlug" | "toolkitSlug" | "kind" | "version">;

export type Trace = {
  readonly logId: string;
  /** Of the request that asked for it: what the log writes on the way is written for that. */
  readonly requestId: string;
  readonly startedAt: Date;
  /** `performance.now()` at the start. */
  readonly began: number;
  prepareMs?: number;
  /** Waiting for a turn at the provider. */
  queueMs?: number;
  refreshMs?: number;
  upstreamMs?: number;
  arguments?: unknown;
  /** Names whose values the tool's schema declares secret. */
  hidden?: HiddenNames | undefined;
  http?: { method: string; url: string; headers: Record<string, string>; body?: unknown };
  /** Signed addresses of files in the answer: whoever reads the log does not get the files with it. */
  addresses?: string[];
};

export const startTrace = ({ requestId }: ExecutionFacts): Trace => ({
  logId: newId("log"),
  requestId,
  startedAt: now(),
  began: performance.now(),
});

/** The log keeps less of an address than this. */
const MAX_URL_LENGTH = 65_536;

/** Keeps the request as it is before credentials enter it. */
export function traceRequest(trace: Trace, request: HttpRequest, body?: unknown): void {
  const { method, headers } = request;
  const url = redactQuery(request.url.slice(0, MAX_URL_LENGTH), trace.hidden);
  trace.http = { method, url, headers, ...(body !== undefined && { body }) };
}

/** `owner` where somebody else than the account's user acts with it. */
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

/** Texts that the row must not hold. */
function secretsOf({ addresses, hidden, arguments: given }: Trace, access: Access | undefined): readonly string[] {
  const secrets = access ? loggedSecrets(access) : [];
  if (!addresses && !hidden) return secrets;
  return [...secrets, ...(addresses ?? []), ...(hidden ? valuesUnder(hidden, given) : [])];
}

/** An execution as it stands when it ends. */
export type Ended = {
  caller: ExecutionCaller;
  facts: ExecutionFacts;
  subject: Subject;
  trace: Trace;
  /** Whom it was for, as the caller says it. */
  userId: string | undefined;
  access?: Access | undefined;
  /** The provider's last answer. */
  answer?: { status: number; headers: Record<string, string> } | undefined;
};

export type Outcome = { successful: boolean; error: string | null; data?: unknown };

/** Writes the row of an execution that ended; returns at once. */
export function logExecution({ caller, facts, subject, trace, userId, access, answer }: Ended, outcome: Outcome): void {
  const account = access && describeAccount(access, access.scheme, userId);
  // Written out, without spreads: they would be the dearest step of a call.
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
    userId: access?.account?.userId ?? userId,
    accountId: access?.account?.id,
    authConfigId: access?.account?.authConfigId,
    sessionId: facts.sessionId,
    requestId: facts.requestId,
    parent: facts.parent,
    request: { arguments: trace.arguments, http: trace.http },
    response: { status: answer?.status, headers: answer?.headers, data: outcome.data },
    secrets: secretsOf(trace, access),
    secretNames: united(trace.hidden, shortSecretNames(access)),
    timings: {
      prepareMs: tenths(trace.prepareMs),
      queueMs: tenths(trace.queueMs),
      refreshMs: tenths(trace.refreshMs),
      upstreamMs: tenths(trace.upstreamMs),
    },
    source: facts.source,
    account,
    storePayloads: caller.settings.storePayloads,
  });
}

/** Milliseconds, rounded to a tenth. */
const tenths = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.round(ms * 10) / 10;

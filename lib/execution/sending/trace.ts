/** Data that an execution collects while it runs, for its row in the log. */
import { newId } from "@/lib/kernel/ids";
import { redactQuery, type HiddenNames } from "@/lib/kernel/text/redact";
import { now } from "@/lib/kernel/time/clock";
import type { Origin } from "@/lib/kernel/process/log";
import type { Decision, Limit } from "@/lib/policies/policy-call";
import type { ExecutionFacts } from "../execution-facts";
import type { HttpRequest } from "../request/http-tool";

export type Trace = {
  readonly logId: string;
  /** The id of the API request, for log lines during the execution. */
  readonly requestId: string;
  /** What it is a part of, if that is no request. */
  readonly within?: Origin;
  readonly startedAt: Date;
  /** `performance.now()` at the start. */
  readonly began: number;
  /** The session that was opened for the call, where the request named none. */
  sessionId?: string;
  prepareMs?: number;
  /** Time spent waiting for a slot at the provider. */
  queueMs?: number;
  refreshMs?: number;
  upstreamMs?: number;
  arguments?: unknown;
  /** Notes about arguments that were left out, also for the caller. */
  warnings?: string[];
  /** The names that the tool's schema declares secret. */
  hidden?: HiddenNames | undefined;
  /** The toolkit to which requests are sent, for their counts. */
  toolkitSlug?: string;
  http?: { method: string; url: string; headers?: Record<string, string>; body?: unknown };
  /** Decisions of the project's policies about the call. */
  policies?: readonly Decision[];
  /** Of an earlier answer: when the tool really ran. */
  cached?: { since: Date; ageMs: number };
  /** Budgets of tokens for which the answer counts. */
  budgets?: readonly Limit[];
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

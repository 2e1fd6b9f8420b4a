/** Sends a request with the credentials of an execution; a token that the provider refuses is renewed once. */
import { applyCredentials } from "@/lib/connected-accounts/apply-credentials";
import { refreshNow } from "@/lib/connected-accounts/credentials";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/clock";
import { OutboundError, send, type OutboundResponse } from "@/lib/kernel/outbound";
import { timedOutIn } from "@/lib/kernel/outbound-error";
import { SHORTEST_SOUGHT } from "@/lib/kernel/redact";
import { keepDryRun } from "./dry-run";
import type { HttpRequest } from "./http-tool";
import type { Access } from "./open-access";
import { encodeText } from "./parameter-styles";
import { pauseBeforeRetry } from "./retry";
import type { ExecutionFacts, Trace } from "./trace";

const LIMIT_MS = 60_000;

/** `timeoutMs` counts from the start of the execution. */
export type SendLimits = {
  timeoutMs: number;
  signal?: AbortSignal;
  /** Nothing is sent: the request is kept in the trace, and the execution ends there. */
  dryRun?: boolean;
  /** The answers 429 and 503 go to the caller as they are, who may wish to see them. */
  asAnswered?: boolean;
};

/** The limits that an execution's facts set. */
export const limitsOf = ({ timeoutMs = LIMIT_MS, signal }: ExecutionFacts, dryRun = false): SendLimits => ({
  timeoutMs,
  ...(signal && { signal }),
  ...(dryRun && { dryRun }),
});

/** The request with the account's credentials, and then with what the caller brings along, which wins. */
export function authorise(request: HttpRequest, access: Access): HttpRequest {
  const authorised = access.scheme ? applyCredentials(request, access.scheme, access.values) : request;
  if (access.parameters.length === 0) return authorised;
  const headers = Object.fromEntries(
    Object.entries(authorised.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  let { url } = authorised;
  for (const parameter of access.parameters) {
    if (parameter.in === "header") headers[parameter.name] = parameter.value;
    else url += `${url.includes("?") ? "&" : "?"}${encodeText(parameter.name)}=${encodeText(parameter.value)}`;
  }
  return { ...authorised, url, headers };
}

/** Only accounts whose token can be had anew without the person. */
const canRenew = (access: Access): access is Access & Required<Pick<Access, "account" | "scheme">> =>
  access.account !== undefined &&
  access.scheme !== undefined &&
  (access.scheme.grant !== undefined || Boolean(access.values.refresh_token));

/** The access with a new token; null when the provider gives none, so that its first answer stands. */
async function renewed(access: Access, trace: Trace): Promise<Access | null> {
  if (!access.renew && !canRenew(access)) return null;
  const began = performance.now();
  try {
    if (access.renew) {
      const { values, secrets } = await access.renew();
      return { ...access, renew: undefined, values, secrets: [...access.secrets, ...secrets] };
    }
    if (!canRenew(access)) return null;
    const { values, secrets } = await refreshNow(access.projectId, access.account, access.scheme, {
      because: "the provider answered 401",
      on: trace,
    });
    return { ...access, values, secrets: [...access.secrets, ...secrets] };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  } finally {
    trace.refreshMs = (trace.refreshMs ?? 0) + performance.now() - began;
  }
}

/**
 * Sends and reads the whole answer. A 401 means that nothing was done, so sending again after a renewal is safe.
 * @throws OutboundError when there is no answer; DryRun in place of sending
 */
export async function sendAuthorised(
  request: HttpRequest,
  trace: Trace,
  access: Access,
  limits: SendLimits,
): Promise<OutboundResponse> {
  if (limits.dryRun) throw keepDryRun(trace, authorise(request, access), access);
  const response = await sendPatiently(request, trace, access, limits);
  if (response.status !== 401) return response;
  const fresh = await renewed(access, trace);
  if (!fresh) return response;
  trace.access = fresh;
  return sendPatiently(request, trace, fresh, limits);
}

const leftOf = (trace: Trace, limits: SendLimits): number => limits.timeoutMs - (performance.now() - trace.began);

/** Sends again after what passes by itself, as long as the execution has time. */
async function sendPatiently(
  request: HttpRequest,
  trace: Trace,
  access: Access,
  limits: SendLimits,
): Promise<OutboundResponse> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await timed(request, trace, access, limits);
    const isFailure = outcome instanceof OutboundError;
    const pause =
      isFailure || !limits.asAnswered
        ? pauseBeforeRetry(attempt, request.method, outcome, leftOf(trace, limits), now().getTime())
        : null;
    if (pause !== null && (await rested(pause, limits.signal))) continue;
    if (isFailure) throw outcome;
    return outcome;
  }
}

/** False when the caller went away before the pause was over. */
function rested(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (whole: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cut);
      resolve(whole);
    };
    const cut = () => end(false);
    const timer = setTimeout(() => end(true), ms);
    signal?.addEventListener("abort", cut, { once: true });
  });
}

/** One exchange, with its time and answer in the trace. */
async function timed(
  request: HttpRequest,
  trace: Trace,
  access: Access,
  limits: SendLimits,
): Promise<OutboundResponse | OutboundError> {
  const authorised = authorise(request, access);
  const began = performance.now();
  const timeoutMs = Math.max(leftOf(trace, limits), 1);
  let queuedMs = 0;
  trace.sent++;
  try {
    const response = await send({
      ...authorised,
      projectId: access.projectId,
      ...(access.proxy && { proxy: access.proxy }),
      timeoutMs,
      ...(limits.signal && { signal: limits.signal }),
      queued: (ms) => {
        queuedMs += ms;
        trace.queueMs = (trace.queueMs ?? 0) + ms;
      },
    });
    trace.answer = { status: response.status, headers: keptHeaders(response.headers, access.secrets) };
    if (response.status === 429 || response.status === 401) trace.sent--;
    return response;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { during, limitMs, sent } = error.facts;
    if (sent === false) trace.sent--;
    // The limit that people know is the execution's; what was left of it is not.
    return during && limitMs === timeoutMs ? timedOutIn(during, limits.timeoutMs, error, sent) : error;
  } finally {
    trace.upstreamMs = (trace.upstreamMs ?? 0) + performance.now() - began - queuedMs;
  }
}

/** Of the connection between us and the provider, or able to set a session. */
const LEFT_OUT = new Set([
  "set-cookie",
  "set-cookie2",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-encoding",
  "content-length",
  "trailer",
  "upgrade",
  "proxy-authenticate",
  "alt-svc",
  "strict-transport-security",
]);

/** The headers of an answer that may be shown: none that sets a session, none that repeats a credential. */
function keptHeaders(headers: Record<string, string>, secrets: readonly string[]): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (
      value === undefined ||
      LEFT_OUT.has(name) ||
      secrets.some((secret) => secret.length >= SHORTEST_SOUGHT && value.includes(secret))
    )
      continue;
    kept[name] = value;
  }
  return kept;
}

/** How the requests of one execution leave: with its credentials, again after what passes by itself, or not at all in a dry run. */
import { applyCredentials } from "@/lib/connected-accounts/credentials/apply";
import { refreshNow } from "@/lib/connected-accounts/credentials/open";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { OutboundError, send, type OutboundResponse } from "@/lib/kernel/outbound/send";
import { timedOutIn } from "@/lib/kernel/outbound/outbound-error";
import { MIN_SOUGHT_LENGTH } from "@/lib/kernel/text/redact";
import { toShownRequest } from "../access/shown-request";
import type { HttpRequest } from "../request/http-tool";
import type { Access } from "../access/open-access";
import { encodeText } from "../request/parameter-styles";
import { pauseBeforeRetry } from "./retry";
import type { ExecutionFacts, Trace } from "./trace";

const LIMIT_MS = 60_000;

/** How far an execution is, for what depends on it: the time that is left, and whether it may be repeated. */
export type Progress = {
  /** `performance.now()` at the start. */
  readonly began: number;
  /** Requests that reached the provider and were not turned away (401, 429). */
  sent: number;
};

/** In place of an answer where nothing is sent: the request as people may see it. */
export type NotSent = { notSent: Record<string, unknown> };

export const isNotSent = (sent: OutboundResponse | NotSent): sent is NotSent => "notSent" in sent;

export type Sender = {
  /** The credentials that the next request leaves with. */
  access: Access;
  /** Of the last answer, without what may not be shown. */
  answer?: { status: number; headers: Record<string, string> } | undefined;
  /**
   * A 401 means that nothing was done, so sending again after a renewal is safe.
   * @throws OutboundError when there is no answer
   */
  send: (request: HttpRequest) => Promise<OutboundResponse | NotSent>;
};

/** What one execution sends within. `timeoutMs` counts from the start of the execution. */
export type SendLimits = {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** The answers 429 and 503 go to the caller as they are, who may wish to see them. */
  asAnswered?: boolean;
};

/** Milliseconds that a whole execution has. */
export const timeLimitOf = ({ timeoutMs = LIMIT_MS }: ExecutionFacts): number => timeoutMs;

/** The limits that an execution's facts set. */
export const limitsOf = (facts: ExecutionFacts, asAnswered: boolean): SendLimits => ({
  timeoutMs: timeLimitOf(facts),
  signal: facts.signal,
  asAnswered,
});

/** The request with the account's credentials, and then with what the caller brings along, which wins. */
export function authorize(request: HttpRequest, access: Access): HttpRequest {
  const authorized = access.scheme ? applyCredentials(request, access.scheme, access.values) : request;
  if (access.parameters.length === 0) return authorized;
  const headers = Object.fromEntries(
    Object.entries(authorized.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  let { url } = authorized;
  for (const parameter of access.parameters) {
    if (parameter.in === "header") headers[parameter.name] = parameter.value;
    else url += `${url.includes("?") ? "&" : "?"}${encodeText(parameter.name)}=${encodeText(parameter.value)}`;
  }
  return { ...authorized, url, headers };
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

/** Sends nothing. */
export const drySender = (access: Access, trace: Trace): Sender => ({
  access,
  send: (request) => Promise.resolve({ notSent: toShownRequest(authorize(request, access), access, trace.hidden) }),
});

/** Sends to the provider; the trace hears how long it took. */
export class ProviderSender implements Sender {
  answer: Sender["answer"];

  constructor(
    public access: Access,
    private readonly progress: Progress,
    private readonly limits: SendLimits,
    private readonly trace: Trace,
  ) {}

  async send(request: HttpRequest): Promise<OutboundResponse> {
    const response = await this.patiently(request);
    if (response.status !== 401) return response;
    const fresh = await renewed(this.access, this.trace);
    if (!fresh) return response;
    this.access = fresh;
    return this.patiently(request);
  }

  private leftMs(): number {
    return this.limits.timeoutMs - (performance.now() - this.progress.began);
  }

  /** Sends again after what passes by itself, as long as the execution has time. */
  private async patiently(request: HttpRequest): Promise<OutboundResponse> {
    const { asAnswered, signal } = this.limits;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.timed(request);
      const isFailure = outcome instanceof OutboundError;
      const pause =
        isFailure || !asAnswered
          ? pauseBeforeRetry(attempt, request.method, outcome, this.leftMs(), now().getTime())
          : null;
      if (pause !== null && (await rested(pause, signal))) continue;
      if (isFailure) throw outcome;
      return outcome;
    }
  }

  /** One exchange, with its time in the trace. */
  private async timed(request: HttpRequest): Promise<OutboundResponse | OutboundError> {
    const { access, progress, trace, limits } = this;
    const authorized = authorize(request, access);
    const began = performance.now();
    const timeoutMs = Math.max(this.leftMs(), 1);
    let queuedMs = 0;
    progress.sent++;
    try {
      const response = await send({
        ...authorized,
        projectId: access.projectId,
        ...(access.proxy && { proxy: access.proxy }),
        timeoutMs,
        ...(limits.signal && { signal: limits.signal }),
        queued: (ms) => {
          queuedMs += ms;
          trace.queueMs = (trace.queueMs ?? 0) + ms;
        },
      });
      this.answer = { status: response.status, headers: keptHeaders(response.headers, access.secrets) };
      if (response.status === 429 || response.status === 401) progress.sent--;
      return response;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const { during, limitMs, sent } = error.facts;
      if (sent === false) progress.sent--;
      // The limit that people know is the execution's; what was left of it is not.
      return during && limitMs === timeoutMs ? timedOutIn(during, limits.timeoutMs, error, sent) : error;
    } finally {
      trace.upstreamMs = (trace.upstreamMs ?? 0) + performance.now() - began - queuedMs;
    }
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
      secrets.some((secret) => secret.length >= MIN_SOUGHT_LENGTH && value.includes(secret))
    )
      continue;
    kept[name] = value;
  }
  return kept;
}

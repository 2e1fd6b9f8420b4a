/**
 * Sends the requests of one execution with its credentials, and again after temporary failures; a dry run sends
 * nothing.
 */
import { setImmediate } from "node:timers/promises";
import { applyCredentials, withCookie, withQuery } from "@/lib/connected-accounts/credentials/apply-credentials";
import { refreshNow } from "@/lib/connected-accounts/credentials/open-credentials";
import { recordRefusedNew, wasRefusedNew } from "@/lib/connected-accounts/credentials/refused-tokens";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import type { OutboundResponse } from "@/lib/kernel/outbound/outbound-request";
import { timedOutIn } from "@/lib/kernel/outbound/outbound-error";
import { MIN_SOUGHT_LENGTH } from "@/lib/kernel/text/redact";
import { countProviderRequest } from "./count-execution";
import { tellsEndedToken } from "./ended-token";
import { toShownRequest } from "../access/shown-request";
import type { HttpRequest } from "../request/http-tool";
import type { Access } from "../access/access";
import { pauseBeforeRetry } from "./retry";
import type { ExecutionFacts } from "../execution-facts";
import type { Trace } from "./trace";
import { endRequestStep, startRequestStep, withTraceparent } from "./start-request-step";

const LIMIT_MS = 60_000;

/** The progress of an execution; decides how much time is left, and whether it may be repeated. */
export type Progress = {
  /** `performance.now()` at the start. */
  readonly began: number;
  /**
   * Requests that the provider has possibly carried out: not those that it answered with 429 or with an ended token.
   */
  sent: number;
};

/** What a dry run gives in place of an answer: the request without its secrets. */
export type NotSent = { notSent: Record<string, unknown> };

export const isNotSent = (answer: OutboundResponse | NotSent): answer is NotSent => "notSent" in answer;

export type Sender = {
  /** The credentials for the next request. */
  access: Access;
  /** The last answer, without headers that may not be shown. */
  answer?: { status: number; headers: Record<string, string> } | undefined;
  /**
   * Sends a request. If the answer means an ended token, nothing was done, so the request is sent once more with a
   * renewed token.
   * @throws OutboundError if there is no answer
   */
  send: (request: HttpRequest) => Promise<OutboundResponse | NotSent>;
  /** It sends nothing. */
  dry?: true;
  /** Awaited before further work on an answer: large answers let other requests run in between. */
  turn?: () => Promise<unknown> | undefined;
  /** The execution has ended, and with it what it holds of large answers. */
  release?: () => void;
};

/** The limits of one execution. `timeoutMs` counts from its start. */
export type SendLimits = {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** The caller gets the provider's 429 and 503; they are not retried. */
  returnsBusyAnswers?: boolean;
};

/** The time limit of the whole execution in milliseconds. */
export const timeLimitOf = ({ timeoutMs = LIMIT_MS }: ExecutionFacts): number => timeoutMs;

/** The limits that follow from the facts of an execution. */
export const limitsOf = (facts: ExecutionFacts, returnsBusyAnswers: boolean): SendLimits => ({
  timeoutMs: timeLimitOf(facts),
  signal: facts.signal,
  returnsBusyAnswers,
});

/** Adds the account's credentials to a request, and then `custom_auth_params`, which win. */
export function withCredentials(request: HttpRequest, access: Access): HttpRequest {
  const authorized = access.scheme ? applyCredentials(request, access.scheme, access.values) : request;
  if (access.parameters.length === 0) return authorized;
  let headers: Record<string, string> = Object.fromEntries(
    Object.entries(authorized.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  let { url } = authorized;
  for (const { name, in: place, value } of access.parameters) {
    if (place === "header") headers[name] = value;
    else if (place === "cookie") headers = withCookie(headers, name, value);
    else url = withQuery(url, name, value);
  }
  return { ...authorized, url, headers };
}

/** Whether the account's token can be renewed without its user. */
const canRenew = (access: Access): access is Access & Required<Pick<Access, "account" | "scheme">> =>
  access.account !== undefined &&
  access.scheme !== undefined &&
  (access.scheme.grant !== undefined || Boolean(access.values.refresh_token));

/** The access with a new token; null if the provider gives none, so that its refusal is the answer. */
async function renewAccess(access: Access, status: number, trace: Trace): Promise<Access | null> {
  if (!access.renew && !canRenew(access)) return null;
  const startMs = performance.now();
  try {
    if (access.renew) {
      const { values, secrets } = await access.renew();
      return { ...access, renew: undefined, values, secrets: [...access.secrets, ...secrets] };
    }
    if (!canRenew(access)) return null;
    const { values, secrets } = await refreshNow(access.projectId, access.account, access.scheme, {
      because: status === 401 ? "the provider answered 401" : `the provider said with ${status} that it had ended`,
      on: trace,
    });
    return { ...access, values, secrets: [...access.secrets, ...secrets] };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  } finally {
    trace.refreshMs = (trace.refreshMs ?? 0) + performance.now() - startMs;
  }
}

/** A sender for dry runs. It sends nothing. */
export const drySender = (access: Access, trace: Trace): Sender => ({
  access,
  dry: true,
  send: (request) =>
    Promise.resolve({ notSent: toShownRequest(withCredentials(request, access), access, trace.hidden) }),
});

/** Each further step with so large an answer takes some milliseconds. */
const LARGE_BYTES = 256 * 1024;

/** Sends to the provider, and adds the time that it took to the trace. */
export class ProviderSender implements Sender {
  answer: Sender["answer"];
  private readonly rooms: { release: () => void }[] = [];
  private isLarge = false;

  constructor(
    public access: Access,
    private readonly progress: Progress,
    private readonly limits: SendLimits,
    private readonly trace: Trace,
  ) {}

  async send(request: HttpRequest): Promise<OutboundResponse> {
    const response = await this.sendUntilTold(request);
    this.isLarge ||= response.body.length > LARGE_BYTES;
    await this.turn();
    return response;
  }

  turn(): Promise<unknown> | undefined {
    return this.isLarge ? setImmediate() : undefined;
  }

  private async sendUntilTold(request: HttpRequest): Promise<OutboundResponse> {
    const response = await this.sendWithRetries(request);
    if (!tellsEndedToken(response, this.access.ended)) return response;
    const { account, values } = this.access;
    if (account && wasRefusedNew(account, values)) return response;
    const fresh = await renewAccess(this.access, response.status, this.trace);
    if (!fresh) return response;
    this.access = fresh;
    const again = await this.sendWithRetries(request);
    if (account && tellsEndedToken(again, fresh.ended)) await recordRefusedNew(account, fresh.values, again.status);
    return again;
  }

  release(): void {
    for (const room of this.rooms) room.release();
  }

  private leftMs(): number {
    return this.limits.timeoutMs - (performance.now() - this.progress.began);
  }

  /** Sends again after temporary failures, as long as the execution has time. */
  private async sendWithRetries(request: HttpRequest): Promise<OutboundResponse> {
    const { returnsBusyAnswers, signal } = this.limits;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.sendOnce(request, attempt);
      const isFailure = outcome instanceof OutboundError;
      const pause =
        isFailure || !returnsBusyAnswers
          ? pauseBeforeRetry(attempt, request.method, outcome, this.leftMs(), now().getTime())
          : null;
      if (pause !== null && (await pauseFor(pause, signal))) continue;
      if (isFailure) throw outcome;
      return outcome;
    }
  }

  private count(outcome: OutboundResponse | OutboundError, durationMs: number): void {
    countProviderRequest(this.trace.toolkitSlug ?? this.access.account?.toolkitSlug ?? "", outcome, durationMs);
  }

  /** Sends once, and adds the time to the trace. */
  private async sendOnce(request: HttpRequest, attempt: number): Promise<OutboundResponse | OutboundError> {
    const { access, progress, trace, limits } = this;
    const authorized = withCredentials(request, access);
    const startMs = performance.now();
    const timeoutMs = Math.max(this.leftMs(), 1);
    let queuedMs = 0;
    const span = startRequestStep(trace, request, attempt);
    const count = (outcome: OutboundResponse | OutboundError): void => {
      if (span) endRequestStep(span, outcome, queuedMs);
      this.count(outcome, performance.now() - startMs - queuedMs);
    };
    progress.sent++;
    try {
      const response = await send({
        projectId: access.projectId,
        timeoutMs,
        holds: (room) => void this.rooms.push(room),
        queued: (ms) => {
          queuedMs += ms;
          trace.queueMs = (trace.queueMs ?? 0) + ms;
        },
        ...(access.proxy && { proxy: access.proxy }),
        ...(limits.signal && { signal: limits.signal }),
        // Last, as its own signal and time win, and because V8 adds each property after a spread by its slow path: nine
        // of them took 4 us.
        ...withTraceparent(authorized, span),
      });
      count(response);
      this.answer = { status: response.status, headers: keptHeaders(response.headers, access.secrets) };
      if (response.status === 429 || tellsEndedToken(response, access.ended)) progress.sent--;
      return response;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      count(error);
      const { during, limitMs, sent: wasSent } = error.facts;
      if (wasSent === false) progress.sent--;
      // Name the limit of the whole execution, which people know, not what was left of it.
      return during && limitMs === timeoutMs ? timedOutIn(during, limits.timeoutMs, error, wasSent) : error;
    } finally {
      trace.upstreamMs = (trace.upstreamMs ?? 0) + performance.now() - startMs - queuedMs;
    }
  }
}

/** Waits; false if the caller hung up before the time was over. */
function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
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

/** Headers of the connection between this server and the provider, and headers that set a session. */
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

/** The headers of an answer that may be shown: none of LEFT_OUT, and none that repeats a credential. */
function keptHeaders(headers: Record<string, string>, secrets: readonly string[]): Record<string, string> {
  const shownHeaders: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (
      value === undefined ||
      LEFT_OUT.has(name) ||
      secrets.some((secret) => secret.length >= MIN_SOUGHT_LENGTH && value.includes(secret))
    )
      continue;
    shownHeaders[name] = value;
  }
  return shownHeaders;
}
